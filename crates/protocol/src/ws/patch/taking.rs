//! How any value that can be written as JSON is taken down as tokens: the side of [`Tokens`](super::Tokens) that serde speaks to.

use std::fmt;

use serde::ser::{self, Impossible, Serialize, Serializer};

use super::tokens::{Token, length};

/// Something that JSON cannot say, such as a name of a field that is no text.
#[derive(Debug)]
pub(super) struct Unwritable;

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this cannot be written as JSON")
    }
}

impl std::error::Error for Unwritable {}

impl ser::Error for Unwritable {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

type Taken<T = ()> = Result<T, Unwritable>;

/// Takes a value down behind what is there.
pub(super) struct Taker<'a> {
    tokens: &'a mut Vec<Token>,
    texts: &'a mut String,
}

impl<'a> Taker<'a> {
    pub(super) const fn new(tokens: &'a mut Vec<Token>, texts: &'a mut String) -> Self {
        Self { tokens, texts }
    }

    fn text(self, text: &str) {
        let from = length(self.texts.len());
        self.texts.push_str(text);
        let to = length(self.texts.len());
        self.tokens.push(Token::Text { from, to });
    }

    /// Begins something that others are nested in.
    fn open(self, beginning: fn(u32) -> Token) -> Open<'a> {
        let place = self.tokens.len();
        self.tokens.push(beginning(0));
        Open { tokens: self.tokens, texts: self.texts, place, beginning, outer: None }
    }

    /// The same as the one field of an object.
    fn open_named(self, name: &'static str, beginning: fn(u32) -> Token) -> Open<'a> {
        let outer = self.tokens.len();
        self.tokens.push(Token::Object(0));
        self.tokens.push(Token::Word(name));
        Open { outer: Some(outer), ..self.open(beginning) }
    }
}

/// Something that others are being nested in.
pub(super) struct Open<'a> {
    tokens: &'a mut Vec<Token>,
    texts: &'a mut String,
    place: usize,
    beginning: fn(u32) -> Token,
    /// The object around it, if it stands in one by its name.
    outer: Option<usize>,
}

impl Open<'_> {
    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Taken {
        value.serialize(Taker::new(self.tokens, self.texts))
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Taken {
        self.tokens.push(Token::Word(name));
        self.value(value)
    }

    fn close(self) {
        let end = self.tokens.len();
        if let Some(token) = self.tokens.get_mut(self.place) {
            *token = (self.beginning)(length(end - self.place - 1));
        }
        if let Some((outer, token)) = self.outer.and_then(|outer| Some((outer, self.tokens.get_mut(outer)?)))
        {
            *token = Token::Object(length(end - outer - 1));
        }
    }
}

macro_rules! whole {
    ($($name:ident $number:ty),*) => {
        $(fn $name(self, number: $number) -> Taken {
            self.tokens.push(Token::Whole(number.into()));
            Ok(())
        })*
    };
}

macro_rules! signed {
    ($($name:ident $number:ty),*) => {
        $(fn $name(self, number: $number) -> Taken {
            let token = u64::try_from(number).map_or_else(|_| Token::Below(number.into()), Token::Whole);
            self.tokens.push(token);
            Ok(())
        })*
    };
}

impl<'a> Serializer for Taker<'a> {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = Open<'a>;
    type SerializeTuple = Open<'a>;
    type SerializeTupleStruct = Open<'a>;
    type SerializeTupleVariant = Open<'a>;
    type SerializeMap = Open<'a>;
    type SerializeStruct = Open<'a>;
    type SerializeStructVariant = Open<'a>;

    whole!(serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64);
    signed!(serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64);

    fn serialize_bool(self, truth: bool) -> Taken {
        self.tokens.push(Token::Truth(truth));
        Ok(())
    }

    fn serialize_f32(self, number: f32) -> Taken {
        // As short as it is written, and not as exact as a longer number would be.
        self.serialize_f64(number.to_string().parse().unwrap_or(f64::NAN))
    }

    fn serialize_f64(self, number: f64) -> Taken {
        self.tokens.push(if number.is_finite() { Token::Real(number) } else { Token::Null });
        Ok(())
    }

    fn serialize_char(self, letter: char) -> Taken {
        self.text(letter.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Taken {
        self.text(text);
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Taken {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Taken {
        self.tokens.push(Token::Null);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Taken {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Taken {
        self.tokens.push(Token::Null);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Taken {
        self.tokens.push(Token::Null);
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Taken {
        self.tokens.push(Token::Word(variant));
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Taken {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Taken {
        let mut object = self.open(Token::Object);
        object.field(variant, value)?;
        object.close();
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Taken<Open<'a>> {
        Ok(self.open(Token::List))
    }

    fn serialize_tuple(self, _: usize) -> Taken<Open<'a>> {
        Ok(self.open(Token::List))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Taken<Open<'a>> {
        Ok(self.open(Token::List))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Taken<Open<'a>> {
        Ok(self.open_named(variant, Token::List))
    }

    fn serialize_map(self, _: Option<usize>) -> Taken<Open<'a>> {
        Ok(self.open(Token::Object))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Taken<Open<'a>> {
        Ok(self.open(Token::Object))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Taken<Open<'a>> {
        Ok(self.open_named(variant, Token::Object))
    }
}

macro_rules! list {
    ($($name:ident $item:ident),*) => {
        $(impl ser::$name for Open<'_> {
            type Ok = ();
            type Error = Unwritable;

            fn $item<T: Serialize + ?Sized>(&mut self, value: &T) -> Taken {
                self.value(value)
            }

            fn end(self) -> Taken {
                self.close();
                Ok(())
            }
        })*
    };
}

list!(
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);

macro_rules! object {
    ($($name:ident),*) => {
        $(impl ser::$name for Open<'_> {
            type Ok = ();
            type Error = Unwritable;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Taken {
                self.field(name, value)
            }

            fn end(self) -> Taken {
                self.close();
                Ok(())
            }
        })*
    };
}

object!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Open<'_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, name: &T) -> Taken {
        name.serialize(Namer(Taker::new(self.tokens, self.texts)))
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Taken {
        self.value(value)
    }

    fn end(self) -> Taken {
        self.close();
        Ok(())
    }
}

/// Takes down the name of a field: a text, or something that JSON writes as one.
struct Namer<'a>(Taker<'a>);

macro_rules! name {
    ($($name:ident $value:ty),*) => {
        $(fn $name(self, value: $value) -> Taken {
            self.0.$name(value)
        })*
    };
}

macro_rules! no_name {
    ($($name:ident ($($given:ty),*) $gives:ty;)*) => {
        $(fn $name(self, $(_: $given),*) -> Taken<$gives> {
            Err(Unwritable)
        })*
    };
}

type Never = Impossible<(), Unwritable>;

impl Serializer for Namer<'_> {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Never;
    type SerializeStructVariant = Never;

    name!(
        serialize_bool bool, serialize_char char, serialize_str &str,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64,
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64
    );

    fn serialize_unit_variant(self, name: &'static str, index: u32, variant: &'static str) -> Taken {
        self.0.serialize_unit_variant(name, index, variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Taken {
        value.serialize(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Taken {
        Err(Unwritable)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Taken {
        Err(Unwritable)
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
