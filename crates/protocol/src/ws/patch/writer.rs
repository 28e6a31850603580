//! Writes a patch by hand, for those who know themselves what has changed.

use super::tokens::count;

/// Writes fields of nested objects; sets commas where they belong.
#[derive(Debug)]
pub(crate) struct Writer<'a>(&'a mut String);

impl<'a> Writer<'a> {
    pub(crate) const fn new(text: &'a mut String) -> Self {
        Self(text)
    }

    fn comma(&mut self) {
        if !self.0.ends_with('{') {
            self.0.push(',');
        }
    }

    /// The name of a field; its value is to follow. The name has nothing in it that JSON writes otherwise.
    pub(crate) fn name(&mut self, name: &'static str) {
        self.comma();
        self.0.push('"');
        self.0.push_str(name);
        self.0.push_str("\":");
    }

    /// A word of the program, in which there is nothing either.
    pub(crate) fn word(&mut self, word: &'static str) {
        self.0.push('"');
        self.0.push_str(word);
        self.0.push('"');
    }

    /// A field that is no longer there.
    pub(crate) fn gone(&mut self, name: &'static str) {
        self.name(name);
        self.0.push_str("null");
    }

    /// An object with the fields that are written inside.
    pub(crate) fn object(&mut self, inside: impl FnOnce(&mut Self)) {
        self.0.push('{');
        inside(self);
        self.0.push('}');
    }

    /// The same if there are any; `false`, and nothing written, if not.
    pub(crate) fn change(&mut self, inside: impl FnOnce(&mut Self)) -> bool {
        let begun = self.0.len();
        self.0.push('{');
        inside(self);
        let some = self.0.len() > begun + 1;
        if some {
            self.0.push('}');
        } else {
            self.0.truncate(begun);
        }
        some
    }

    /// A field with what changes in it, if anything does.
    pub(crate) fn changes(&mut self, name: &'static str, inside: impl FnOnce(&mut Self)) {
        let begun = self.0.len();
        self.name(name);
        if !self.change(inside) {
            self.0.truncate(begun);
        }
    }

    /// The same for a field whose name is a number.
    pub(crate) fn changes_at(&mut self, name: u64, inside: impl FnOnce(&mut Self)) {
        let begun = self.0.len();
        self.comma();
        self.0.push('"');
        count(name, self.0);
        self.0.push_str("\":");
        if !self.change(inside) {
            self.0.truncate(begun);
        }
    }

    pub(crate) fn list<T>(&mut self, items: impl IntoIterator<Item = T>, item: impl Fn(&mut Self, T)) {
        self.0.push('[');
        for (place, value) in items.into_iter().enumerate() {
            if place > 0 {
                self.0.push(',');
            }
            item(self, value);
        }
        self.0.push(']');
    }

    pub(crate) fn number(&mut self, number: u64) {
        count(number, self.0);
    }

    pub(crate) fn signed(&mut self, number: i64) {
        if number < 0 {
            self.0.push('-');
        }
        count(number.unsigned_abs(), self.0);
    }

    pub(crate) fn truth(&mut self, truth: bool) {
        self.0.push_str(if truth { "true" } else { "false" });
    }
}
