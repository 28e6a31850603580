//! From an error of the compiler back to the mutant that caused it.
//!
//! Not every change compiles: `<` has no meaning for every type that has `==`, and a reference may not outlive a
//! branch. The planted file is parsed once more to learn where each mutant lies, and the innermost one around an
//! error is to blame.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ExprIf, Lit};

use crate::names::{self, Name};

/// What has to go so that an error goes.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Blame {
    /// A mutant.
    Mutant(u32),
    /// The twin of a constant, or of all constants with this name if the type is not known.
    Constant(Name),
    /// The freedom of a constant function to change.
    Function(Name),
}

/// Where things lie in a planted file.
#[derive(Default)]
pub(crate) struct Map {
    mutants: Vec<(Range<usize>, Range<usize>, u32)>,
    twins: Vec<(Range<usize>, Name)>,
    owner: Option<String>,
    text: String,
}

impl Map {
    /// The map of a planted file.
    pub(crate) fn new(text: &str) -> syn::Result<Self> {
        let mut map = Self { text: text.to_owned(), ..Self::default() };
        let file = syn::parse_file(text)?;
        map.visit_file(&file);
        Ok(map)
    }

    /// Who is to blame for an error at these bytes.
    pub(crate) fn blame(&self, at: &Range<usize>) -> Vec<Blame> {
        let holds = |range: &Range<usize>| range.start <= at.start && at.end <= range.end;
        let size = |range: &Range<usize>| range.end - range.start;
        let in_change = self.mutants.iter().filter(|m| holds(&m.0)).min_by_key(|m| size(&m.0));
        let around = || self.mutants.iter().filter(|m| holds(&m.1)).min_by_key(|m| size(&m.1));
        if let Some((.., id)) = in_change.or_else(around) {
            return vec![Blame::Mutant(*id)];
        }
        if let Some((_, (owner, name))) = self.twins.iter().find(|(range, _)| holds(range)) {
            let owner = owner.clone();
            return match (name.strip_suffix("__run"), name.strip_suffix("__const")) {
                (Some(name), _) => vec![Blame::Constant((owner, name.to_owned()))],
                (_, Some(name)) => vec![Blame::Function((owner, name.to_owned()))],
                _ => Vec::new(),
            };
        }
        let inside = |m: &&(Range<usize>, Range<usize>, u32)| at.start <= m.1.start && m.1.end <= at.end;
        let mut all: Vec<_> = self.mutants.iter().filter(inside).map(|m| Blame::Mutant(m.2)).collect();
        let words = self.text.get(at.clone()).unwrap_or_default();
        for word in words.split(|c: char| !c.is_alphanumeric() && c != '_') {
            if let Some(name) = word.strip_suffix("__run") {
                all.push(Blame::Constant((None, name.to_owned())));
            }
        }
        all
    }

    fn function(&mut self, name: &syn::Ident, range: Range<usize>) {
        let name = name.to_string();
        if name.ends_with("__run") || name.ends_with("__const") {
            self.twins.push((range, (self.owner.clone(), name)));
        }
    }
}

impl Visit<'_> for Map {
    fn visit_item_impl(&mut self, block: &syn::ItemImpl) {
        self.owner = names::plain(&block.self_ty);
        visit::visit_item_impl(self, block);
        self.owner = None;
    }

    fn visit_item_fn(&mut self, function: &syn::ItemFn) {
        self.function(&function.sig.ident, function.span().byte_range());
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &syn::ImplItemFn) {
        self.function(&function.sig.ident, function.span().byte_range());
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_expr_if(&mut self, choice: &ExprIf) {
        if let Some(id) = number(&choice.cond) {
            self.mutants.push((choice.then_branch.span().byte_range(), choice.span().byte_range(), id));
        }
        visit::visit_expr_if(self, choice);
    }
}

/// The number in `crate::mutant::is_on(7)`.
fn number(condition: &Expr) -> Option<u32> {
    let Expr::Call(call) = condition else { return None };
    let (Expr::Path(path), Some(Expr::Lit(lit))) = (&*call.func, call.args.first()) else { return None };
    match &lit.lit {
        Lit::Int(int) if path.path.segments.last()?.ident == "is_on" => int.base10_parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_mutant_around_an_error_is_to_blame() {
        let text = "fn f() { (if crate::mutant::is_on(1u32) { a - b } else { a + (if crate::mutant::is_on(2u32) { 8 } else { 7 }) }) }";
        let map = Map::new(text).expect("Rust");
        let at = |word: &str| {
            let start = text.find(word).expect("a word of the text");
            start..start + word.len()
        };
        assert_eq!(map.blame(&at("a - b")), [Blame::Mutant(1)]);
        assert_eq!(map.blame(&at("8")), [Blame::Mutant(2)]);
        assert_eq!(map.blame(&at("7")), [Blame::Mutant(2)]);
        assert_eq!(map.blame(&at("a +")), [Blame::Mutant(1)]);
        assert_eq!(map.blame(&at("fn")), []);
    }

    #[test]
    fn twins_are_known_by_their_names() {
        let text = "impl A { fn X__run() -> u8 { 1 } const fn f__const() { g() } } fn h() { k(X__run()) }";
        let map = Map::new(text).expect("Rust");
        let owned = |name: &str| (Some("A".to_owned()), name.to_owned());
        let one = text.find('1').expect("there");
        assert_eq!(map.blame(&(one..one + 1)), [Blame::Constant(owned("X"))]);
        let g = text.find("g()").expect("there");
        assert_eq!(map.blame(&(g..g + 3)), [Blame::Function(owned("f"))]);
        let k = text.find("k(").expect("there");
        assert_eq!(map.blame(&(k..k + 11)), [Blame::Constant((None, "X".to_owned()))]);
    }
}
