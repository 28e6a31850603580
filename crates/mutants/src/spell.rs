//! Spells out what is short for something else, so that it can be changed or moved: `matches!` and `Self`.

use syn::parse::{Parse, ParseStream};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, parse_quote};

/// The arguments of `matches!`.
pub(crate) struct Matches {
    /// What is looked at.
    pub(crate) value: Expr,
    pattern: Pat,
    /// What must hold besides.
    pub(crate) guard: Option<Expr>,
}

impl Parse for Matches {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let value = input.parse()?;
        input.parse::<syn::Token![,]>()?;
        let pattern = Pat::parse_multi_with_leading_vert(input)?;
        let guard = input.parse::<Option<syn::Token![if]>>()?.map(|_| input.parse()).transpose()?;
        input.parse::<Option<syn::Token![,]>>()?;
        Ok(Self { value, pattern, guard })
    }
}

impl Matches {
    /// The same as a `match`, in which the value and the guard are ordinary expressions.
    pub(crate) fn spelled_out(self) -> Expr {
        let Self { value, pattern, guard } = self;
        let guard = guard.map(|guard| quote::quote!(if #guard));
        parse_quote!((match #value { #pattern #guard => true, _ => false }))
    }
}

/// Spells `Self` out, which the inside of a function's own static does not know.
pub(crate) struct Selfless(pub(crate) syn::Ident);

impl VisitMut for Selfless {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        if let Some(first) = path.segments.first_mut().filter(|segment| segment.ident == "Self") {
            first.ident = self.0.clone();
        }
        visit_mut::visit_path_mut(self, path);
    }
}
