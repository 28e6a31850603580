//! The same patch made from text to text, for views that change with every move of every table.
//!
//! Building trees of both views only to find the two numbers that differ would cost more than the move itself. Both texts
//! come from the same writer, without spaces and with the keys that they share in the same order, so one walk along both is
//! enough; what has not changed is compared as a whole and never taken apart.

/// Appends the patch from one object to another, both as serde writes them and without a null anywhere; `false`, and nothing
/// appended, if they are equal. Keys that both have must come in the same order.
#[must_use]
pub fn diff_text(from: &str, to: &str, patch: &mut String) -> bool {
    from != to && diff_objects(&mut Fields::of(from), &mut Fields::of(to), patch)
}

/// The same for objects that both walks are in, which are walked to their ends.
fn diff_objects(old: &mut Fields<'_>, new: &mut Fields<'_>, patch: &mut String) -> bool {
    let begun = patch.len();
    patch.push('{');
    let (mut was, mut is) = (old.key(), new.key());
    loop {
        if was == is {
            let Some(key) = is else { break };
            diff_values(key, old, new, patch);
            (was, is) = (old.key(), new.key());
        } else if let Some(come) = is.filter(|_| was.is_none() || new.come_later(was)) {
            field(patch, come, new.value());
            is = new.key();
        } else {
            let Some(gone) = was else { break };
            field(patch, gone, "null");
            old.value();
            was = old.key();
        }
    }
    old.bracket();
    new.bracket();
    if patch.len() == begun + 1 {
        patch.truncate(begun);
        return false;
    }
    patch.push('}');
    true
}

/// A field of both.
fn diff_values(key: &str, old: &mut Fields<'_>, new: &mut Fields<'_>, patch: &mut String) {
    if !(old.rest.starts_with('{') && new.rest.starts_with('{')) {
        let value = new.value();
        if !old.pass(value) {
            old.value();
            field(patch, key, value);
        }
        return;
    }
    // Most objects have not changed: whether this one has is known where the first difference comes, or where it ends.
    let alike = alike(old.rest.as_bytes(), new.rest.as_bytes());
    let end = value_end(&new.rest.as_bytes()[..alike]);
    if end < alike {
        old.cut(end);
        new.cut(end);
        return;
    }
    let begun = patch.len();
    field(patch, key, "");
    old.bracket();
    new.bracket();
    if !diff_objects(old, new, patch) {
        patch.truncate(begun);
    }
}

/// How many bytes two texts have in common at their beginning.
fn alike(a: &[u8], b: &[u8]) -> usize {
    const BLOCK: usize = 32;
    let blocks = a.chunks_exact(BLOCK).zip(b.chunks_exact(BLOCK)).take_while(|(a, b)| a == b).count() * BLOCK;
    blocks + a[blocks..].iter().zip(&b[blocks..]).take_while(|(a, b)| a == b).count()
}

fn field(patch: &mut String, key: &str, value: &str) {
    if !patch.ends_with('{') {
        patch.push(',');
    }
    patch.push_str(key);
    patch.push(':');
    patch.push_str(value);
}

/// A walk along the fields of an object.
#[derive(Clone, Copy)]
struct Fields<'a> {
    /// What has not been walked over: from a key, a value, or the end of the object on.
    rest: &'a str,
}

impl<'a> Fields<'a> {
    fn of(object: &'a str) -> Self {
        Self { rest: object.get(1..).unwrap_or_default() }
    }

    /// Cuts off what comes before this place.
    fn cut(&mut self, end: usize) -> &'a str {
        let (before, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        before
    }

    /// The next key, with its quotes; then comes its value.
    fn key(&mut self) -> Option<&'a str> {
        if let Some(rest) = self.rest.strip_prefix(',') {
            self.rest = rest;
        }
        if !self.rest.starts_with('"') {
            return None;
        }
        let key = self.cut(string_end(self.rest.as_bytes(), 0));
        self.cut(1);
        Some(key)
    }

    /// The value after a key.
    fn value(&mut self) -> &'a str {
        self.cut(value_end(self.rest.as_bytes()))
    }

    /// Walks over the bracket with which an object begins or ends.
    fn bracket(&mut self) {
        self.cut(1);
    }

    /// Walks over a value if it is this one.
    fn pass(&mut self, value: &str) -> bool {
        let same = self.rest.strip_prefix(value).filter(|rest| rest.starts_with([',', '}']));
        self.rest = same.unwrap_or(self.rest);
        same.is_some()
    }

    /// Whether a key stands after the value that comes next.
    fn come_later(mut self, wanted: Option<&str>) -> bool {
        self.value();
        while let Some(key) = self.key() {
            if Some(key) == wanted {
                return true;
            }
            self.value();
        }
        false
    }
}

/// Where a string ends that begins here.
fn string_end(text: &[u8], begin: usize) -> usize {
    let mut at = begin + 1;
    loop {
        match text.get(at) {
            None => return text.len(),
            Some(b'"') => return at + 1,
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
        }
    }
}

/// Where a value ends with which the text begins.
fn value_end(text: &[u8]) -> usize {
    let (mut at, mut depth) = (0, 0_usize);
    loop {
        match text.get(at) {
            None => return text.len(),
            Some(b'"') => {
                at = string_end(text, at);
                if depth == 0 {
                    return at;
                }
                continue;
            }
            Some(b'{' | b'[') => depth += 1,
            Some(b'}' | b']' | b',') if depth == 0 => return at,
            Some(b'}' | b']') => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            Some(_) => {}
        }
        at += 1;
    }
}
