//! Messages as text, the same text as `serde_json` writes.
//!
//! A server writes every event, every answer and every entry of the log. Most of what a general writer does for them is to look
//! whether names of fields have something in them that has to be escaped, and ours never have: so this one does not look.

use std::fmt;

use serde::ser::{self, Impossible, Serialize, Serializer};

use crate::ws::patch::{count, quote};

/// Appends a value as JSON. What cannot be written, such as a name of a field that is no text, adds nothing and is `false`.
#[must_use]
pub fn write_json(value: &(impl Serialize + ?Sized), text: &mut String) -> bool {
    let begun = text.len();
    let written = value.serialize(Pen(text)).is_ok();
    if !written {
        text.truncate(begun);
    }
    written
}

/// Something that this writer does not write.
#[derive(Debug)]
struct Unwritten;

impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this cannot be written as JSON")
    }
}

impl std::error::Error for Unwritten {}

impl ser::Error for Unwritten {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

type Written<T = ()> = Result<T, Unwritten>;

/// Writes one value.
struct Pen<'a>(&'a mut String);

impl<'a> Pen<'a> {
    #[allow(clippy::unnecessary_wraps, reason = "it is what a writer gives back")]
    fn put(self, text: &str) -> Written {
        self.0.push_str(text);
        Ok(())
    }

    /// Begins something that others are nested in, and that ends so.
    fn open(self, end: &'static str) -> Nest<'a> {
        self.0.push_str(if end.starts_with(']') { "[" } else { "{" });
        Nest { text: self.0, first: true, end }
    }

    /// Begins it as the one field of an object.
    fn open_named(self, name: &'static str, end: &'static str) -> Nest<'a> {
        self.0.push_str("{\"");
        self.0.push_str(name);
        self.0.push_str("\":");
        self.open(end)
    }
}

/// A list or an object that is being written.
struct Nest<'a> {
    text: &'a mut String,
    first: bool,
    end: &'static str,
}

impl Nest<'_> {
    fn comma(&mut self) {
        if !std::mem::take(&mut self.first) {
            self.text.push(',');
        }
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.comma();
        value.serialize(Pen(self.text))
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Written {
        self.text.push_str(if std::mem::take(&mut self.first) { "\"" } else { ",\"" });
        self.text.push_str(name);
        self.text.push_str("\":");
        value.serialize(Pen(self.text))
    }

    #[allow(clippy::unnecessary_wraps, reason = "it is what a writer gives back")]
    fn close(self) -> Written {
        self.text.push_str(self.end);
        Ok(())
    }
}

macro_rules! whole {
    ($($name:ident $number:ty),*) => {
        $(fn $name(self, number: $number) -> Written {
            count(number.into(), self.0);
            Ok(())
        })*
    };
}

macro_rules! signed {
    ($($name:ident $number:ty),*) => {
        $(fn $name(self, number: $number) -> Written {
            if number < 0 {
                self.0.push('-');
            }
            count(number.unsigned_abs().into(), self.0);
            Ok(())
        })*
    };
}

impl<'a> Serializer for Pen<'a> {
    type Ok = ();
    type Error = Unwritten;
    type SerializeSeq = Nest<'a>;
    type SerializeTuple = Nest<'a>;
    type SerializeTupleStruct = Nest<'a>;
    type SerializeTupleVariant = Nest<'a>;
    type SerializeMap = Nest<'a>;
    type SerializeStruct = Nest<'a>;
    type SerializeStructVariant = Nest<'a>;

    whole!(serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64);
    signed!(serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64);

    fn serialize_bool(self, truth: bool) -> Written {
        self.put(if truth { "true" } else { "false" })
    }

    fn serialize_f32(self, number: f32) -> Written {
        // As short as it is written, and not as exact as a longer number would be.
        self.serialize_f64(number.to_string().parse().unwrap_or(f64::NAN))
    }

    fn serialize_f64(self, number: f64) -> Written {
        // Rare here, and others know how it is done.
        self.put(&serde_json::Value::from(number).to_string())
    }

    fn serialize_char(self, letter: char) -> Written {
        self.serialize_str(letter.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Written {
        quote(text, self.0);
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Written {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Written {
        self.put("null")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        self.put("null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.put("null")
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.0.push('"');
        self.0.push_str(variant);
        self.put("\"")
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        let mut object = self.open("}");
        object.field(variant, value)?;
        object.close()
    }

    fn serialize_seq(self, _: Option<usize>) -> Written<Nest<'a>> {
        Ok(self.open("]"))
    }

    fn serialize_tuple(self, _: usize) -> Written<Nest<'a>> {
        Ok(self.open("]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Written<Nest<'a>> {
        Ok(self.open("]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Written<Nest<'a>> {
        Ok(self.open_named(variant, "]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Written<Nest<'a>> {
        Ok(self.open("}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Written<Nest<'a>> {
        Ok(self.open("}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Written<Nest<'a>> {
        Ok(self.open_named(variant, "}}"))
    }
}

macro_rules! nested {
    ($($name:ident $item:ident ($($with:ident)?)),*) => {
        $(impl ser::$name for Nest<'_> {
            type Ok = ();
            type Error = Unwritten;

            fn $item<T: Serialize + ?Sized>(&mut self, $($with: &'static str,)? value: &T) -> Written {
                nested!(@ self value $($with)?)
            }

            fn end(self) -> Written {
                self.close()
            }
        })*
    };
    (@ $self:ident $value:ident) => { $self.item($value) };
    (@ $self:ident $value:ident $name:ident) => { $self.field($name, $value) };
}

nested!(
    SerializeSeq serialize_element (),
    SerializeTuple serialize_element (),
    SerializeTupleStruct serialize_field (),
    SerializeTupleVariant serialize_field (),
    SerializeStruct serialize_field (name),
    SerializeStructVariant serialize_field (name)
);

impl ser::SerializeMap for Nest<'_> {
    type Ok = ();
    type Error = Unwritten;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, name: &T) -> Written {
        self.comma();
        name.serialize(Name(self.text))?;
        self.text.push(':');
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        value.serialize(Pen(self.text))
    }

    fn end(self) -> Written {
        self.close()
    }
}

/// Writes the name of a field: a text, or something that JSON writes as one.
struct Name<'a>(&'a mut String);

macro_rules! quoted {
    ($($name:ident $value:ty),*) => {
        $(fn $name(self, value: $value) -> Written {
            self.0.push('"');
            Pen(&mut *self.0).$name(value)?;
            self.0.push('"');
            Ok(())
        })*
    };
}

macro_rules! no_name {
    ($($name:ident ($($given:ty),*) $gives:ty;)*) => {
        $(fn $name(self, $(_: $given),*) -> Written<$gives> {
            Err(Unwritten)
        })*
    };
}

type Never = Impossible<(), Unwritten>;

impl Serializer for Name<'_> {
    type Ok = ();
    type Error = Unwritten;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Never;
    type SerializeStructVariant = Never;

    quoted!(
        serialize_bool bool,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64,
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64
    );

    fn serialize_char(self, letter: char) -> Written {
        Pen(self.0).serialize_char(letter)
    }

    fn serialize_str(self, text: &str) -> Written {
        Pen(self.0).serialize_str(text)
    }

    fn serialize_unit_variant(self, name: &'static str, index: u32, variant: &'static str) -> Written {
        Pen(self.0).serialize_unit_variant(name, index, variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Written {
        Err(Unwritten)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Written {
        Err(Unwritten)
    }

    no_name! {
        serialize_f32(f32) ();
        serialize_f64(f64) ();
        serialize_bytes(&[u8]) ();
        serialize_none() ();
        serialize_unit() ();
        serialize_unit_struct(&'static str) ();
        serialize_seq(Option<usize>) Never;
        serialize_tuple(usize) Never;
        serialize_tuple_struct(&'static str, usize) Never;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) Never;
        serialize_map(Option<usize>) Never;
        serialize_struct(&'static str, usize) Never;
        serialize_struct_variant(&'static str, u32, &'static str, usize) Never;
    }
}
