//! Plants mutants into a file: every expression that admits a change becomes a choice between the change and itself.
//!
//! A *mutant* is one such change. All of them are compiled at once, and the test program is told by its environment
//! which one is on. Expressions that the compiler computes cannot choose; what [`crate::names`] calls twins stand in
//! for them. Left alone are patterns, types, attributes, tests, and the arguments of macros other than `matches!`.

use std::collections::BTreeSet;

use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, BinOp, Block, Expr, File, ImplItem, Item, ItemImpl, Pat, Stmt, Type, UseTree, Visibility,
    parse_quote,
};

use crate::change::change;
use crate::names::{self, Constant, Name, Names};
use crate::spell::{Matches, Selfless};

/// One change.
#[derive(Clone)]
pub(crate) struct Mutant {
    /// Its number, counted through all files of a crate from 1.
    pub(crate) id: u32,
    /// The file, from the root of the workspace.
    pub(crate) file: String,
    /// The line, from 1.
    pub(crate) line: usize,
    /// The line as the change makes it.
    pub(crate) text: String,
    /// The constant whose value it changes.
    pub(crate) constant: Option<Name>,
}

/// What to plant.
#[derive(Default)]
pub(crate) struct Choice {
    /// The mutants, by number.
    pub(crate) ids: BTreeSet<u32>,
    /// The constants that get a twin: all, if possible, since one may be computed from another.
    pub(crate) constants: BTreeSet<Name>,
    /// Constant functions that stay as they are.
    pub(crate) untouched: BTreeSet<Name>,
}

/// Walks through the files of a crate.
pub(crate) struct Planter<'a> {
    /// What the crate declares.
    pub(crate) names: &'a Names,
    /// What to plant.
    pub(crate) choice: &'a Choice,
    /// Every mutant met so far, planted or not.
    pub(crate) met: Vec<Mutant>,
    /// Those of them in functions that stay as they are.
    pub(crate) stuck: Vec<u32>,
    /// How many changes were met where none can be planted.
    pub(crate) out_of_reach: usize,
    file: String,
    source: String,
    owner: Option<String>,
    constant: Option<Name>,
}

impl<'a> Planter<'a> {
    /// A walk that has met nothing yet.
    pub(crate) fn new(names: &'a Names, choice: &'a Choice) -> Self {
        let (file, source) = (String::new(), String::new());
        Self {
            names,
            choice,
            met: Vec::new(),
            stuck: Vec::new(),
            out_of_reach: 0,
            file,
            source,
            owner: None,
            constant: None,
        }
    }

    /// Plants into one file.
    pub(crate) fn plant(&mut self, name: &str, source: &str, file: &mut File) {
        (self.file, self.source) = (name.to_owned(), source.to_owned());
        self.visit_file_mut(file);
    }

    /// Gives a change its number; says whether it is to be planted.
    fn meet(&mut self, at: proc_macro2::Span, text: &str) -> Option<u32> {
        let id = self.met.len() as u32 + 1;
        let range = at.byte_range();
        let begin = self.source[..range.start].rfind('\n').map_or(0, |n| n + 1);
        let end = self.source[range.end..].find('\n').map_or(self.source.len(), |n| range.end + n);
        let text = format!("{}{text}{}", &self.source[begin..range.start], &self.source[range.end..end]);
        self.met.push(Mutant {
            id,
            file: self.file.clone(),
            line: at.start().line,
            text: text.trim().to_owned(),
            constant: self.constant.clone(),
        });
        self.choice.ids.contains(&id).then_some(id)
    }

    /// The twin of a constant, if it needs one.
    fn twin(
        &mut self,
        attributes: &[Attribute],
        vis: &Visibility,
        (ident, ty, expr): (&syn::Ident, &Type, &Expr),
    ) -> Option<syn::ItemFn> {
        let name = (self.owner.clone(), ident.to_string());
        let (mut ty, mut expr) = (ty.clone(), expr.clone());
        let outer = self.constant.replace(name.clone());
        self.visit_expr_mut(&mut expr);
        self.constant = outer;
        if let Some(owner) = &self.owner {
            let mut selfless = Selfless(syn::Ident::new(owner, ident.span()));
            selfless.visit_type_mut(&mut ty);
            selfless.visit_expr_mut(&mut expr);
        }
        let cfg = attributes.iter().filter(|a| a.path().is_ident("cfg"));
        let run = names::run(ident);
        self.choice.constants.contains(&name).then(|| {
            parse_quote! {
                #(#cfg)* #vis fn #run() -> &'static #ty {
                    static VALUE__run: std::sync::LazyLock<#ty> = std::sync::LazyLock::new(|| #expr);
                    &VALUE__run
                }
            }
        })
    }

    /// Counts the changes in something that has to stay as it is.
    fn pass_by(&mut self, walk: impl FnOnce(&mut Self)) {
        let before = self.met.len();
        walk(self);
        self.out_of_reach += self.met.len() - before;
        self.met.truncate(before);
    }

    /// Frees a constant function; returns its constant twin.
    fn free(&mut self, signature: &mut syn::Signature, block: &mut Block) -> Option<(syn::Signature, Block)> {
        signature.constness?;
        if self.choice.untouched.contains(&(self.owner.clone(), signature.ident.to_string())) {
            return None;
        }
        let (mut twin, mut body) = (signature.clone(), block.clone());
        twin.ident = names::constant(&twin.ident);
        let (names, untouched) = (self.names, &self.choice.untouched);
        Constant { names, owner: self.owner.clone(), untouched }.visit_block_mut(&mut body);
        signature.constness = None;
        Some((twin, body))
    }

    fn item(&mut self, item: Item) -> Vec<Item> {
        let mut item = item;
        let mut twins = Vec::new();
        match &mut item {
            Item::Mod(module) if names::for_tests(&module.attrs) => return vec![item],
            Item::Fn(function) if names::for_tests(&function.attrs) => return vec![item],
            Item::Const(constant) => {
                let owner = self.owner.take();
                let parts = (&constant.ident, &*constant.ty, &*constant.expr);
                twins.extend(self.twin(&constant.attrs, &constant.vis, parts).map(Item::Fn));
                self.owner = owner;
            }
            Item::Static(fixed) => {
                let owner = self.owner.take();
                let parts = (&fixed.ident, &*fixed.ty, &*fixed.expr);
                twins.extend(self.twin(&fixed.attrs, &fixed.vis, parts).map(Item::Fn));
                self.owner = owner;
            }
            Item::Fn(function) => {
                if let Some((signature, block)) = self.free(&mut function.sig, &mut function.block) {
                    let (attrs, vis) = (function.attrs.clone(), function.vis.clone());
                    twins.push(Item::Fn(syn::ItemFn { attrs, vis, sig: signature, block: Box::new(block) }));
                }
                self.body(&function.sig, &mut function.block);
            }
            Item::Use(import) => self.visit_use_tree_mut(&mut import.tree),
            Item::Mod(_) | Item::Impl(_) | Item::Trait(_) => visit_mut::visit_item_mut(self, &mut item),
            _ => {}
        }
        twins.push(item);
        twins
    }

    fn body(&mut self, signature: &syn::Signature, block: &mut Block) {
        let name = (self.owner.clone(), signature.ident.to_string());
        if self.choice.untouched.contains(&name) {
            // The numbers are given all the same: those of other mutants must not depend on what can be planted.
            let before = self.met.len();
            self.visit_block_mut(&mut block.clone());
            self.stuck.extend(self.met[before..].iter().map(|mutant| mutant.id));
        } else if signature.constness.is_some() {
            self.pass_by(|this| this.visit_block_mut(&mut block.clone()));
        } else {
            self.visit_block_mut(block);
        }
    }
}

impl VisitMut for Planter<'_> {
    fn visit_file_mut(&mut self, file: &mut File) {
        file.items = std::mem::take(&mut file.items).into_iter().flat_map(|i| self.item(i)).collect();
    }

    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut module.content {
            *items = std::mem::take(items).into_iter().flat_map(|i| self.item(i)).collect();
        }
    }

    fn visit_item_impl_mut(&mut self, block: &mut ItemImpl) {
        self.owner = names::plain(&block.self_ty);
        let inherent = block.trait_.is_none() && self.owner.is_some();
        let mut items = Vec::new();
        for mut item in std::mem::take(&mut block.items) {
            match &mut item {
                ImplItem::Const(constant) if inherent => {
                    let parts = (&constant.ident, &constant.ty, &constant.expr);
                    let twin = self.twin(&constant.attrs, &constant.vis, parts);
                    items.extend(twin.map(|t| parse_quote!(#t)));
                }
                ImplItem::Const(constant) => {
                    let mut expr = constant.expr.clone();
                    self.pass_by(|this| this.visit_expr_mut(&mut expr));
                }
                ImplItem::Fn(function) => {
                    let free =
                        if inherent { self.free(&mut function.sig, &mut function.block) } else { None };
                    if let Some((sig, block)) = free {
                        let mut twin = function.clone();
                        (twin.sig, twin.block) = (sig, block);
                        items.push(ImplItem::Fn(twin));
                    }
                    self.body(&function.sig, &mut function.block);
                }
                _ => {}
            }
            items.push(item);
        }
        block.items = items;
        self.owner = None;
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        for statement in std::mem::take(&mut block.stmts) {
            match statement {
                Stmt::Item(item) => block.stmts.extend(self.item(item).into_iter().map(Stmt::Item)),
                mut other => {
                    self.visit_stmt_mut(&mut other);
                    block.stmts.push(other);
                }
            }
        }
    }

    fn visit_use_tree_mut(&mut self, tree: &mut UseTree) {
        if let UseTree::Name(name) = tree {
            let (ident, key) = (name.ident.clone(), (None, name.ident.to_string()));
            let (run, constant) = (names::run(&ident), names::constant(&ident));
            if self.choice.constants.contains(&key) {
                *tree = parse_quote!({#ident, #run});
            } else if self.names.functions.contains(&key) && !self.choice.untouched.contains(&key) {
                *tree = parse_quote!({#ident, #constant});
            }
            return;
        }
        visit_mut::visit_use_tree_mut(self, tree);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Path(path) if path.qself.is_none() => {
                let name = names::name_of(&path.path, self.owner.as_deref());
                if name.is_some_and(|name| self.choice.constants.contains(&name)) {
                    let mut path = path.path.clone();
                    if let Some(last) = path.segments.last_mut() {
                        last.ident = names::run(&last.ident);
                    }
                    *expr = parse_quote!((*#path()));
                }
                return;
            }
            Expr::Macro(call) if call.mac.path.is_ident("matches") => {
                if let Ok(mut parts) = call.mac.parse_body::<Matches>() {
                    self.visit_expr_mut(&mut parts.value);
                    if let Some(guard) = &mut parts.guard {
                        self.visit_expr_mut(guard);
                    }
                    *expr = parts.spelled_out();
                }
                return;
            }
            Expr::Repeat(repeat) => return self.visit_expr_mut(&mut repeat.expr),
            Expr::Const(_) => return,
            // A binding in a condition cannot be negated or weighed; what it binds to can still change.
            Expr::Binary(chain)
                if matches!(chain.op, BinOp::And(_)) && (binds(&chain.left) || binds(&chain.right)) =>
            {
                self.visit_expr_mut(&mut chain.left);
                return self.visit_expr_mut(&mut chain.right);
            }
            _ => {}
        }
        let other = change(expr).and_then(|c| self.meet(c.at, &c.text).map(|id| (id, c.expr)));
        visit_mut::visit_expr_mut(self, expr);
        if let Some((id, changed)) = other {
            *expr = parse_quote!((if crate::mutant::is_on(#id) { #changed } else { #expr }));
        }
    }

    fn visit_pat_mut(&mut self, _: &mut Pat) {}
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_attribute_mut(&mut self, _: &mut Attribute) {}
    fn visit_angle_bracketed_generic_arguments_mut(&mut self, _: &mut syn::AngleBracketedGenericArguments) {}
}

fn binds(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(chain) => binds(&chain.left) || binds(&chain.right),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    /// Every mutant of a source, and the source with those planted whose numbers are given, without blanks.
    fn planted(source: &str, ids: &[u32]) -> (Vec<Mutant>, usize, String) {
        let mut file = syn::parse_file(source).expect("Rust");
        let mut names = Names::default();
        names.add(&mut file.clone());
        let listed = Choice::default();
        let mut list = Planter::new(&names, &listed);
        list.plant("a.rs", source, &mut file.clone());
        let constants =
            list.met.iter().filter(|m| ids.contains(&m.id)).filter_map(|m| m.constant.clone()).collect();
        let choice = Choice { ids: ids.iter().copied().collect(), constants, ..Choice::default() };
        let mut planter = Planter::new(&names, &choice);
        planter.plant("a.rs", source, &mut file);
        (planter.met, planter.out_of_reach, file.to_token_stream().to_string().replace(' ', ""))
    }

    #[test]
    fn a_mutant_is_shown_as_the_line_it_makes() {
        let (met, _, text) = planted("fn f(a: u8) -> bool {\n    a < 3\n}", &[1]);
        let shown: Vec<_> = met.iter().map(|m| (m.id, m.line, m.text.as_str())).collect();
        assert_eq!(shown, [(1, 2, "a <= 3"), (2, 2, "a < 4")]);
        assert!(text.contains("(ifcrate::mutant::is_on(1u32){a<=3}else{a<3})"), "{text}");
    }

    #[test]
    fn patterns_types_lengths_and_tests_stay_as_they_are() {
        let source = "fn f(a: [u8; 2]) -> [u8; 2] { match a { [1, 2..=3] => g::<4>(), _ => a } }
            #[cfg(test)] mod tests { fn g() -> bool { 1 < 2 } }
            #[test] fn t() { assert!(1 < 2) }
            enum E { A = 1 }";
        assert_eq!(planted(source, &[]).0.len(), 0);
        let (met, ..) = planted("fn f() -> [u8; 2] { [7; 2] }", &[]);
        assert_eq!(met.iter().map(|m| m.text.as_str()).collect::<Vec<_>>(), ["fn f() -> [u8; 2] { [8; 2] }"]);
    }

    #[test]
    fn a_condition_that_binds_is_neither_weighed_nor_negated() {
        let (met, _, text) = planted("fn f() { if let Some(a) = g() && a > b {} }", &[1]);
        assert_eq!(met.len(), 1);
        assert!(text.contains("ifletSome(a)=g()&&(ifcrate"), "{text}");
    }

    #[test]
    fn what_matches_asks_can_change() {
        let (met, _, text) = planted("fn f() -> bool { matches!(a, Some(b) if b < c) }", &[1]);
        assert_eq!(met.len(), 1);
        assert!(
            text.contains("(matcha{Some(b)if(ifcrate::mutant::is_on(1u32){b<=c}else{b<c})=>true,_=>false})")
        );
    }

    #[test]
    fn a_constant_is_computed_when_the_program_runs_and_stays_one_for_the_compiler() {
        let source = "impl A { const X: Self = Self(3); const fn f(self) -> u8 { self.0 + 1 } fn g() -> A { Self::X } }
            const Y: u8 = A::X.f();";
        let (met, _, text) = planted(source, &[1, 2]);
        assert_eq!(met[0].constant, Some((Some("A".to_owned()), "X".to_owned())));
        assert!(text.contains("constX:Self=Self(3);"), "{text}");
        assert!(text.contains("LazyLock::new(||A((ifcrate::mutant::is_on(1u32){4}else{3})))"), "{text}");
        assert!(text.contains("fng()->A{(*Self::X__run())}"), "{text}");
        assert!(text.contains("constfnf__const(self)->u8{self.0+1}"), "{text}");
        assert!(
            text.contains("fnf(self)->u8{(ifcrate::mutant::is_on(2u32){self.0-1}else{self.0+1})}"),
            "{text}"
        );
    }

    #[test]
    fn a_function_that_stays_constant_keeps_the_numbers_of_its_mutants() {
        let source = "const fn f() -> u8 { 1 + 2 } fn g() -> u8 { 7 }";
        let mut file = syn::parse_file(source).expect("Rust");
        let mut names = Names::default();
        names.add(&mut file.clone());
        let untouched = [(None, "f".to_owned())].into();
        let choice = Choice { ids: [1, 2, 3, 4].into(), untouched, ..Choice::default() };
        let mut planter = Planter::new(&names, &choice);
        planter.plant("a.rs", source, &mut file);
        let text = file.to_token_stream().to_string().replace(' ', "");
        assert_eq!((planter.met.len(), planter.stuck.clone()), (4, vec![1, 2, 3]));
        assert!(text.contains("constfnf()->u8{1+2}fng()->u8{(ifcrate::mutant::is_on(4u32)"), "{text}");
    }

    #[test]
    fn constants_that_a_trait_asks_for_are_counted_as_out_of_reach() {
        let (met, out_of_reach, _) = planted("impl T for A { const N: u8 = 1 + 2; }", &[]);
        assert_eq!((met.len(), out_of_reach), (0, 3));
    }
}
