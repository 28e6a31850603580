//! The types whose TypeScript cannot be derived, because they are written differently from how they are built.
//!
//! Everything else derives it behind the same feature; `tests/wire/typescript.rs` writes it down and compares.

use ts_rs::{Config, TS};

use crate::catan::Plenty;
use crate::table::Bytes32;
use crate::ws::Yes;
use crate::{Json, UpTo, Whole};

/// Says what a type is in TypeScript.
macro_rules! typescript {
    ([$($parameters:tt)*] $ty:ty as $text:literal) => {
        impl<$($parameters)*> TS for $ty {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(_: &Config) -> String {
                $text.to_owned()
            }

            fn inline(config: &Config) -> String {
                Self::name(config)
            }
        }
    };
}

typescript!([const MAX: u8] UpTo<MAX> as "number");
typescript!([] Whole as "number");
typescript!([] Yes as "true");
typescript!([] Bytes32 as "string");
typescript!([] Json as "unknown");

impl TS for Plenty {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(config: &Config) -> String {
        <Vec<crate::catan::Resource> as TS>::name(config)
    }

    fn inline(config: &Config) -> String {
        Self::name(config)
    }

    fn visit_generics(visitor: &mut impl ts_rs::TypeVisitor) {
        visitor.visit::<crate::catan::Resource>();
    }
}
