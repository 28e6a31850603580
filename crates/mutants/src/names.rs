//! Which constants and constant functions a crate has, and what they are called when they are computed at run time.
//!
//! A constant cannot change while a program runs. So every constant gets a twin that is a function (`X__run`), used
//! wherever the program computes, and every constant function one that stays constant (`f__const`), used wherever
//! the compiler computes; the function itself is then free to change.

use std::collections::BTreeSet;

use proc_macro2::Ident;
use quote::format_ident;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, File, ImplItem, Item, Path, Type};

/// The name of a constant or function: the type it belongs to, if any, and its own.
pub(crate) type Name = (Option<String>, String);

/// What a crate declares.
#[derive(Default)]
pub(crate) struct Names {
    /// Constants and statics of modules, functions and types, but not those that a trait asks for.
    pub(crate) constants: BTreeSet<Name>,
    /// Functions that the compiler can compute.
    pub(crate) functions: BTreeSet<Name>,
}

impl Names {
    /// Adds what a file declares.
    pub(crate) fn add(&mut self, file: &mut File) {
        Collector { names: self, owner: None }.visit_file_mut(file);
    }
}

/// The name that a path means, seen from inside an implementation for `owner`.
pub(crate) fn name_of(path: &Path, owner: Option<&str>) -> Option<Name> {
    let mut segments = path.segments.iter().rev();
    let last = segments.next()?.ident.to_string();
    let before = segments.next().map(|segment| segment.ident.to_string());
    let of_type = match before {
        Some(word) if word == "Self" => Some(owner?.to_owned()),
        Some(word) if word.starts_with(char::is_uppercase) => Some(word),
        _ => None,
    };
    Some((of_type, last))
}

/// The name of the type that an implementation is for, if it is a plain one.
pub(crate) fn plain(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    }
}

/// The twin of a constant that is computed at run time.
pub(crate) fn run(name: &Ident) -> Ident {
    format_ident!("{name}__run")
}

/// The twin of a function that the compiler computes.
pub(crate) fn constant(name: &Ident) -> Ident {
    format_ident!("{name}__const")
}

/// Whether something is there for tests only.
pub(crate) fn for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && matches!(&attribute.meta, syn::Meta::List(list) if list.tokens.to_string() == "test")
    })
}

struct Collector<'a> {
    names: &'a mut Names,
    owner: Option<String>,
}

impl VisitMut for Collector<'_> {
    fn visit_item_mut(&mut self, item: &mut Item) {
        match item {
            Item::Const(item) => {
                self.names.constants.insert((None, item.ident.to_string()));
            }
            Item::Static(item) => {
                self.names.constants.insert((None, item.ident.to_string()));
            }
            Item::Fn(item) if item.sig.constness.is_some() => {
                self.names.functions.insert((None, item.sig.ident.to_string()));
            }
            Item::Mod(module) if for_tests(&module.attrs) => return,
            Item::Impl(block) => self.owner = plain(&block.self_ty).filter(|_| block.trait_.is_none()),
            _ => {}
        }
        visit_mut::visit_item_mut(self, item);
    }

    fn visit_impl_item_mut(&mut self, item: &mut ImplItem) {
        match (item as &_, &self.owner) {
            (ImplItem::Const(item), Some(owner)) => {
                self.names.constants.insert((Some(owner.clone()), item.ident.to_string()));
            }
            (ImplItem::Fn(item), Some(owner)) if item.sig.constness.is_some() => {
                self.names.functions.insert((Some(owner.clone()), item.sig.ident.to_string()));
            }
            _ => {}
        }
        visit_mut::visit_impl_item_mut(self, item);
    }
}

/// Makes an expression that the compiler computes call the twins that it can compute.
pub(crate) struct Constant<'a> {
    /// What the crate declares.
    pub(crate) names: &'a Names,
    /// The type that the expression belongs to.
    pub(crate) owner: Option<String>,
    /// Functions that have no twin, since they stay constant themselves.
    pub(crate) untouched: &'a BTreeSet<Name>,
}

impl Constant<'_> {
    /// Methods are known by their name alone: which type they belong to is for the compiler to find out.
    fn has_twin(&self, method: &str) -> bool {
        let mut named = self.names.functions.iter().filter(|(owner, own)| owner.is_some() && own == method);
        named.any(|name| !self.untouched.contains(name))
    }
}

impl VisitMut for Constant<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Call(call) => {
                if let Expr::Path(function) = &mut *call.func
                    && name_of(&function.path, self.owner.as_deref()).is_some_and(|name| {
                        self.names.functions.contains(&name) && !self.untouched.contains(&name)
                    })
                    && let Some(last) = function.path.segments.last_mut()
                {
                    last.ident = constant(&last.ident);
                }
            }
            Expr::MethodCall(call) if self.has_twin(&call.method.to_string()) => {
                call.method = constant(&call.method);
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

/// Finds every expression of a file that the compiler computes, tests included, and leads it to the twins.
pub(crate) struct Contexts<'a>(pub(crate) Constant<'a>);

impl VisitMut for Contexts<'_> {
    fn visit_item_impl_mut(&mut self, block: &mut syn::ItemImpl) {
        self.0.owner = plain(&block.self_ty);
        visit_mut::visit_item_impl_mut(self, block);
        self.0.owner = None;
    }

    fn visit_item_const_mut(&mut self, item: &mut syn::ItemConst) {
        self.0.visit_expr_mut(&mut item.expr);
    }

    fn visit_item_static_mut(&mut self, item: &mut syn::ItemStatic) {
        // The value of a twin is computed when the program runs.
        if !item.ident.to_string().ends_with("__run") {
            self.0.visit_expr_mut(&mut item.expr);
        }
    }

    fn visit_impl_item_const_mut(&mut self, item: &mut syn::ImplItemConst) {
        self.0.visit_expr_mut(&mut item.expr);
    }

    fn visit_type_array_mut(&mut self, array: &mut syn::TypeArray) {
        self.0.visit_expr_mut(&mut array.len);
    }

    fn visit_expr_repeat_mut(&mut self, repeat: &mut syn::ExprRepeat) {
        self.0.visit_expr_mut(&mut repeat.len);
        self.visit_expr_mut(&mut repeat.expr);
    }

    fn visit_expr_const_mut(&mut self, block: &mut syn::ExprConst) {
        self.0.visit_block_mut(&mut block.block);
    }
}
