//! A view as it is sent, with notes of where its fields are, so that the patch from one to the next is found without reading either.
//!
//! Views change with every move of every table, and hardly anything in them does. What has not changed is compared as a whole,
//! by its length and its bytes, and never taken apart; building trees of both would cost more than the move itself.

use std::cell::Cell;
use std::io;

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// An object as text, with notes of where its fields are. It must hold no null: a patch could not say so.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    text: String,
    fields: Vec<Field>,
}

/// Where a field is, in bytes of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Field {
    /// Where its key begins, with its quotes; it ends where the colon before the value is.
    key: u32,
    value: u32,
    end: u32,
    /// The place of the next field of the same object; those of its own value stand between.
    next: u32,
}

impl Written {
    /// Writes an object that is likely to be so long, in bytes. Whatever cannot be written as JSON becomes nothing.
    #[must_use]
    pub fn new(object: &impl Serialize, length: usize) -> Self {
        let mut written = Self { text: String::with_capacity(length), fields: Vec::new() };
        if !written.write(object) {
            written = Self::default();
        }
        written
    }

    /// Adds a field at the end, which the object does not have yet. One that cannot be written as JSON is not added.
    pub fn add(&mut self, key: &str, value: &impl Serialize) {
        if self.text.pop() != Some('}') {
            return;
        }
        let (text, fields) = (self.text.len(), self.fields.len());
        if !self.text.ends_with('{') {
            self.text.push(',');
        }
        let begun = self.text.len();
        let named = self.write(&key);
        self.text.push(':');
        self.fields.push(Field { key: place(begun), value: place(self.text.len()), end: 0, next: 0 });
        if named && self.write(value) {
            let (end, next) = (place(self.text.len()), place(self.fields.len()));
            if let Some(field) = self.fields.get_mut(fields) {
                (field.end, field.next) = (end, next);
            }
        } else {
            self.text.truncate(text);
            self.fields.truncate(fields);
        }
        self.text.push('}');
    }

    /// Writes a value at the end, and takes notes of its fields.
    fn write(&mut self, value: &impl Serialize) -> bool {
        let mut bytes = std::mem::take(&mut self.text).into_bytes();
        let length = Cell::new(bytes.len());
        let writer = Counting { bytes: &mut bytes, length: &length };
        let notes = Notes { length: &length, fields: &mut self.fields, open: Vec::new() };
        let done = value.serialize(&mut Serializer::with_formatter(writer, notes)).is_ok();
        // JSON is text.
        self.text = String::from_utf8(bytes).unwrap_or_default();
        done
    }

    /// The object as JSON.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    fn part(&self, from: u32, to: u32) -> &str {
        self.text.get(from as usize..to as usize).unwrap_or_default()
    }

    fn value(&self, field: Field) -> &str {
        self.part(field.value, field.end)
    }

    fn key(&self, field: Field) -> &str {
        self.part(field.key, field.value.saturating_sub(1))
    }

    /// The field at a place, if the object whose fields end at `end` goes on there.
    fn at(&self, place: u32, end: u32) -> Option<Field> {
        self.fields.get(place as usize).copied().filter(|_| place < end)
    }

    /// Whether a key comes after a place.
    fn comes_later(&self, mut place: u32, end: u32, wanted: &str) -> bool {
        while let Some(field) = self.at(place, end) {
            if self.key(field) == wanted {
                return true;
            }
            place = field.next;
        }
        false
    }

    /// Appends the patch from this object to a later one; `false`, and nothing appended, if they are equal. Keys that both have must come
    /// in the same order, as they do when the same code has written both.
    #[must_use]
    pub fn patch(&self, later: &Self, patch: &mut String) -> bool {
        let all = |written: &Self| (0, place(written.fields.len()));
        self.text != later.text && self.patch_fields(all(self), later, all(later), patch)
    }

    fn patch_fields(
        &self,
        (mut was, old_end): (u32, u32),
        later: &Self,
        (mut is, new_end): (u32, u32),
        patch: &mut String,
    ) -> bool {
        let begun = patch.len();
        patch.push('{');
        loop {
            let (old, new) = (self.at(was, old_end), later.at(is, new_end));
            let key = old.map(|old| self.key(old));
            match (old, new) {
                (Some(old), Some(new)) if key == Some(later.key(new)) => {
                    self.patch_value((was + 1, old), later, (is + 1, new), patch);
                    (was, is) = (old.next, new.next);
                }
                (_, Some(new)) if key.is_none_or(|key| later.comes_later(new.next, new_end, key)) => {
                    put(patch, later.key(new), later.value(new));
                    is = new.next;
                }
                (Some(old), _) => {
                    put(patch, self.key(old), "null");
                    was = old.next;
                }
                (None, _) => break,
            }
        }
        if patch.len() == begun + 1 {
            patch.truncate(begun);
            return false;
        }
        patch.push('}');
        true
    }

    /// A field of both, and the places of the fields of its value.
    fn patch_value(
        &self,
        (old_inner, old): (u32, Field),
        later: &Self,
        (new_inner, new): (u32, Field),
        patch: &mut String,
    ) {
        let (was, is) = (self.value(old), later.value(new));
        if was == is {
            return;
        }
        if !(was.starts_with('{') && is.starts_with('{')) {
            return put(patch, later.key(new), is);
        }
        let begun = patch.len();
        put(patch, later.key(new), "");
        if !self.patch_fields((old_inner, old.next), later, (new_inner, new.next), patch) {
            patch.truncate(begun);
        }
    }
}

fn put(patch: &mut String, key: &str, value: &str) {
    if !patch.ends_with('{') {
        patch.push(',');
    }
    patch.push_str(key);
    patch.push(':');
    patch.push_str(value);
}

/// A place in a text. No view comes near to four gigabytes; what would is cut, and no patch of it is right.
fn place(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Bytes, and how many there are for whoever takes notes.
struct Counting<'a> {
    bytes: &'a mut Vec<u8>,
    length: &'a Cell<usize>,
}

impl io::Write for Counting<'_> {
    #[inline]
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        self.write_all(more)?;
        Ok(more.len())
    }

    #[inline]
    fn write_all(&mut self, more: &[u8]) -> io::Result<()> {
        self.bytes.extend_from_slice(more);
        self.length.set(self.bytes.len());
        Ok(())
    }

    #[inline]
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Takes notes of fields while they are written, without spaces.
struct Notes<'a> {
    length: &'a Cell<usize>,
    fields: &'a mut Vec<Field>,
    /// Fields whose value is being written, the innermost last.
    open: Vec<usize>,
}

impl Notes<'_> {
    fn here(&self) -> u32 {
        place(self.length.get())
    }
}

impl Formatter for Notes<'_> {
    #[inline]
    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        self.open.push(self.fields.len());
        self.fields.push(Field { key: self.here(), value: 0, end: 0, next: 0 });
        Ok(())
    }

    #[inline]
    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b":")?;
        let here = self.here();
        if let Some(field) = self.open.last().and_then(|&open| self.fields.get_mut(open)) {
            field.value = here;
        }
        Ok(())
    }

    #[inline]
    fn end_object_value<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        let (end, next) = (self.here(), place(self.fields.len()));
        if let Some(field) = self.open.pop().and_then(|open| self.fields.get_mut(open)) {
            (field.end, field.next) = (end, next);
        }
        Ok(())
    }
}
