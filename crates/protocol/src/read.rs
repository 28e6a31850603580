//! Reading a value into a type, with faults that say where they are.
//!
//! This reader is stricter than serde's own: an object cannot be written as a list of its fields' values, and a list of
//! fixed length has exactly that length.

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::{Map, Value};

use crate::fault::Fault;
use crate::{Failure, Json};

/// Reads a value into a type.
///
/// # Errors
/// `bad_request` with a sentence that names the field.
pub fn read<T: for<'de> Deserialize<'de>>(json: &Json) -> Result<T, Failure> {
    from_value(&json.0).map_err(|fault| Failure::bad_request(fault.to_string()))
}

/// As [`read`], for a value that is the field `name` of something else.
///
/// # Errors
/// `bad_request` with a sentence that names the field.
pub fn read_at<T: for<'de> Deserialize<'de>>(name: &str, json: &Json) -> Result<T, Failure> {
    from_value(&json.0).map_err(|fault| Failure::bad_request(fault.under(name).to_string()))
}

/// Reads a value into a type.
pub(crate) fn from_value<T: for<'de> Deserialize<'de>>(value: &Value) -> Result<T, Fault> {
    T::deserialize(Node(value))
}

/// A value as serde reads it.
struct Node<'a>(&'a Value);

impl<'de> Deserializer<'de> for Node<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(b) => visitor.visit_bool(*b),
            Value::Number(n) => match (n.as_u64(), n.as_i64(), n.as_f64()) {
                (Some(n), ..) => visitor.visit_u64(n),
                (_, Some(n), _) => visitor.visit_i64(n),
                (.., n) => visitor.visit_f64(n.unwrap_or(f64::NAN)),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => {
                let mut rest = Items { items: items.iter(), at: 0 };
                let value = visitor.visit_seq(&mut rest)?;
                // A list of fixed length takes what it needs and would not notice that there is more.
                if rest.items.len() == 0 { Ok(value) } else { Err(too_long(items.len(), rest.at)) }
            }
            Value::Object(fields) => visitor.visit_map(Entries { entries: fields.iter(), at: None }),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        if self.0.is_array() {
            return Err(Fault::invalid_type(Unexpected::Seq, &"an object"));
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(name.as_str().into_deserializer()),
            Value::Object(fields) => visitor.visit_enum(OneField { fields }),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
                self.deserialize_any(visitor)
            }
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

fn too_long(given: usize, wanted: usize) -> Fault {
    Fault::invalid_length(given, &format!("a list of {wanted}").as_str())
}

/// The items of an array.
struct Items<'a> {
    items: std::slice::Iter<'a, Value>,
    at: usize,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        let Some(item) = self.items.next() else { return Ok(None) };
        self.at += 1;
        seed.deserialize(Node(item)).map(Some).map_err(|fault| fault.under(&(self.at - 1).to_string()))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// The fields of an object.
struct Entries<'a> {
    entries: serde_json::map::Iter<'a>,
    at: Option<(&'a str, &'a Value)>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.at = Some((key, value));
        seed.deserialize(Key(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let Some((key, value)) = self.at.take() else { return Err(Fault::custom("a key is missing")) };
        seed.deserialize(Node(value)).map_err(|fault| fault.under(key))
    }
}

/// A key, which may stand for a number.
struct Key<'a>(&'a str);

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        // One spelling per number: "01" and "+1" are no keys.
        match self.0.parse::<u8>() {
            Ok(n) if n.to_string() == self.0 => visitor.visit_u8(n),
            Ok(_) | Err(_) => {
                Err(Fault::invalid_value(Unexpected::Str(self.0), &"a number from 0 to 255 as a key"))
            }
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_enum(self.0.into_deserializer())
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// An object whose only field names the variant of an enum: `{"stolen": "ore"}`.
struct OneField<'a> {
    fields: &'a Map<String, Value>,
}

impl<'de> EnumAccess<'de> for OneField<'de> {
    type Error = Fault;
    type Variant = Content<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Content<'de>), Fault> {
        let mut fields = self.fields.iter();
        let (Some((name, value)), None) = (fields.next(), fields.next()) else {
            return Err(Fault::custom("expected an object with exactly one field"));
        };
        let variant = seed.deserialize(StrDeserializer::new(name))?;
        Ok((variant, Content { name, value }))
    }
}

/// What such a field holds.
struct Content<'a> {
    name: &'a str,
    value: &'a Value,
}

impl<'de> VariantAccess<'de> for Content<'de> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        Err(Fault::invalid_type(Unexpected::Map, &"a string"))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        seed.deserialize(Node(self.value)).map_err(|fault| fault.under(self.name))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        Node(self.value).deserialize_any(visitor).map_err(|fault| fault.under(self.name))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        Node(self.value).deserialize_struct("", fields, visitor).map_err(|fault| fault.under(self.name))
    }
}
