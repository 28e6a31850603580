//! A view as a row of tokens: what it says, not yet written as text.
//!
//! Views change with every move of every table, and hardly anything in them does. To write each of them as JSON only to find out what
//! differs cost a quarter of what a move takes. Names of fields and numbers are compared here as they are, and text is written of
//! the few fields that a patch holds, or of all of them for whoever asks for the whole view.

use serde::Serialize;

use super::taking::Taker;

/// A part of a view. What is nested stands behind its beginning, which says how many tokens that are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Token {
    /// An object: so many tokens follow that belong to it, names and values in turn.
    Object(u32),
    /// A list of so many tokens.
    List(u32),
    /// A name or a text that the program itself has.
    Word(&'static str),
    /// A text, by its place among the texts of this view.
    Text { from: u32, to: u32 },
    /// A number, also as a name.
    Whole(u64),
    /// A number below 0.
    Below(i64),
    /// A number with a fraction.
    Real(f64),
    /// Yes or no.
    Truth(bool),
    /// Nothing. A patch could not say so.
    Null,
}

/// An object as tokens. It must hold no null: a patch could not say so.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    tokens: Vec<Token>,
    texts: String,
}

impl Tokens {
    /// Takes an object down that is likely to have so many tokens. Whatever could not be written as JSON becomes nothing.
    #[must_use]
    pub fn new(object: &impl Serialize, length: usize) -> Self {
        let mut taken = Self { tokens: Vec::with_capacity(length), texts: String::new() };
        if object.serialize(Taker::new(&mut taken.tokens, &mut taken.texts)).is_err() {
            taken = Self::default();
        }
        taken
    }

    /// Adds a field at the end, which the object does not have yet. One that could not be written as JSON is not added.
    pub fn add(&mut self, key: &'static str, value: &impl Serialize) {
        if !matches!(self.tokens.first(), Some(Token::Object(_))) {
            return;
        }
        let (tokens, texts) = (self.tokens.len(), self.texts.len());
        self.tokens.push(Token::Word(key));
        if value.serialize(Taker::new(&mut self.tokens, &mut self.texts)).is_err() {
            self.tokens.truncate(tokens);
            self.texts.truncate(texts);
        }
        let inside = length(self.tokens.len().saturating_sub(1));
        if let Some(first) = self.tokens.first_mut() {
            *first = Token::Object(inside);
        }
    }

    /// How many tokens there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether there is nothing, not even an object.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The object as JSON; an empty one if it is none.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(self.tokens.len() * 10 + self.texts.len());
        if self.is_empty() {
            text.push_str("{}");
        } else {
            self.write(0, &mut text);
        }
        text
    }

    #[inline]
    fn token(&self, at: usize) -> Token {
        self.tokens.get(at).copied().unwrap_or(Token::Null)
    }

    #[inline]
    fn text(&self, from: u32, to: u32) -> &str {
        self.texts.get(from as usize..to as usize).unwrap_or_default()
    }

    /// Where what begins at a place has ended.
    #[inline]
    fn after(&self, at: usize) -> usize {
        match self.token(at) {
            Token::Object(inside) | Token::List(inside) => at + 1 + inside as usize,
            Token::Word(_)
            | Token::Text { .. }
            | Token::Whole(_)
            | Token::Below(_)
            | Token::Real(_)
            | Token::Truth(_)
            | Token::Null => at + 1,
        }
    }

    /// Whether two tokens, each of its own view, say the same.
    #[inline]
    fn is_same(&self, one: Token, others: &Self, other: Token) -> bool {
        type T = Token;
        match (one, other) {
            // Mostly one and the same word of the program.
            (T::Word(a), T::Word(b)) => std::ptr::eq(a, b) || a == b,
            (T::Text { from, to }, T::Word(b)) => self.text(from, to) == b,
            (T::Word(a), T::Text { from, to }) => a == others.text(from, to),
            (T::Text { from, to }, T::Text { from: start, to: end }) => {
                self.text(from, to) == others.text(start, end)
            }
            (T::Whole(a), T::Whole(b)) => a == b,
            (T::Below(a), T::Below(b)) => a == b,
            (T::Real(a), T::Real(b)) => a.to_bits() == b.to_bits(),
            (T::Truth(a), T::Truth(b)) => a == b,
            (T::Object(a), T::Object(b)) | (T::List(a), T::List(b)) => a == b,
            (T::Null, T::Null) => true,
            _ => false,
        }
    }

    /// Whether the same stands at two places.
    fn is_same_at(&self, at: usize, others: &Self, place: usize) -> bool {
        let one = self.tokens.get(at..self.after(at)).unwrap_or_default();
        let other = others.tokens.get(place..others.after(place)).unwrap_or_default();
        one.len() == other.len() && one.iter().zip(other).all(|(&a, &b)| self.is_same(a, others, b))
    }

    /// Appends the patch from this object to a later one; `false`, and nothing appended, if they are equal. Keys that both have must come
    /// in the same order, as they do when the same code has written both.
    #[must_use]
    pub fn patch(&self, later: &Self, patch: &mut String) -> bool {
        let fields = |tokens: &Self| {
            if let Token::Object(_) = tokens.token(0) { (1, tokens.len()) } else { (0, 0) }
        };
        self.patch_fields(fields(self), later, fields(later), patch)
    }

    fn patch_fields(
        &self,
        (mut was, old_end): (usize, usize),
        later: &Self,
        (mut is, new_end): (usize, usize),
        patch: &mut String,
    ) -> bool {
        let begun = patch.len();
        patch.push('{');
        while was < old_end || is < new_end {
            let (old, new) = (self.token(was), later.token(is));
            if was < old_end && is < new_end && self.is_same(old, later, new) {
                self.patch_value(was + 1, later, (is, is + 1), patch);
                (was, is) = (self.after(was + 1), later.after(is + 1));
            } else if is < new_end && (was == old_end || later.comes_later(is, new_end, self, old)) {
                later.name(is, patch);
                later.write(is + 1, patch);
                is = later.after(is + 1);
            } else {
                self.name(was, patch);
                patch.push_str("null");
                was = self.after(was + 1);
            }
        }
        if patch.len() == begun + 1 {
            patch.truncate(begun);
            return false;
        }
        patch.push('}');
        true
    }

    /// A field of both, whose values stand at these places.
    fn patch_value(&self, old: usize, later: &Self, (name, new): (usize, usize), patch: &mut String) {
        // Looked at first: most fields stay as they are, and a name would be written in vain.
        if self.is_same(self.token(old), later, later.token(new)) && self.is_same_at(old, later, new) {
            return;
        }
        let begun = patch.len();
        later.name(name, patch);
        if let (Token::Object(_), Token::Object(_)) = (self.token(old), later.token(new)) {
            let (was, is) = ((old + 1, self.after(old)), (new + 1, later.after(new)));
            if !self.patch_fields(was, later, is, patch) {
                patch.truncate(begun);
            }
        } else {
            later.write(new, patch);
        }
    }

    /// Whether a field with this name comes after the one at a place, in an object that ends there.
    fn comes_later(&self, at: usize, end: usize, others: &Self, wanted: Token) -> bool {
        let mut at = self.after(at + 1);
        while at < end {
            if self.is_same(self.token(at), others, wanted) {
                return true;
            }
            at = self.after(at + 1);
        }
        false
    }

    /// Writes the name of a field, with what stands before and behind it.
    fn name(&self, at: usize, text: &mut String) {
        if !text.ends_with('{') {
            text.push(',');
        }
        if let Token::Whole(_) | Token::Below(_) | Token::Truth(_) = self.token(at) {
            text.push('"');
            self.write(at, text);
            text.push('"');
        } else {
            self.write(at, text);
        }
        text.push(':');
    }

    /// Writes what stands at a place as JSON.
    fn write(&self, at: usize, text: &mut String) {
        match self.token(at) {
            Token::Object(_) => {
                text.push('{');
                let mut field = at + 1;
                while field < self.after(at) {
                    self.name(field, text);
                    self.write(field + 1, text);
                    field = self.after(field + 1);
                }
                text.push('}');
            }
            Token::List(_) => {
                text.push('[');
                let mut item = at + 1;
                while item < self.after(at) {
                    if item > at + 1 {
                        text.push(',');
                    }
                    self.write(item, text);
                    item = self.after(item);
                }
                text.push(']');
            }
            Token::Word(word) => quote(word, text),
            Token::Text { from, to } => quote(self.text(from, to), text),
            Token::Whole(number) => count(number, text),
            Token::Below(number) => {
                text.push('-');
                count(number.unsigned_abs(), text);
            }
            Token::Real(number) => text.push_str(&serde_json::Value::from(number).to_string()),
            Token::Truth(truth) => text.push_str(if truth { "true" } else { "false" }),
            Token::Null => text.push_str("null"),
        }
    }
}

impl PartialEq for Tokens {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && (self.is_empty() || self.is_same_at(0, other, 0))
    }
}

/// Writes a text in quotes. Hardly any has something in it that JSON writes otherwise.
fn quote(text: &str, into: &mut String) {
    if text.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
        into.push('"');
        into.push_str(text);
        into.push('"');
    } else {
        into.push_str(&serde_json::Value::from(text).to_string());
    }
}

/// Writes a number. Most have one or two digits.
pub(crate) fn count(number: u64, into: &mut String) {
    if number >= 10 {
        count(number / 10, into);
    }
    into.push(char::from(b'0' + (number % 10) as u8));
}

/// How many tokens or bytes. No view comes near to four thousand million; what would is cut, and no patch of it is right.
pub(super) fn length(tokens: usize) -> u32 {
    u32::try_from(tokens).unwrap_or(u32::MAX)
}
