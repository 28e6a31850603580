//! What can be changed about one expression: a comparison flipped, a constant one higher, a negation left out.
//!
//! A *change* is another expression of the same type in the place of the first. Whether it really has that type is
//! for the compiler to say: changes that do not compile are dropped later.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprMethodCall, Lit, LitBool, LitInt, UnOp, parse_quote};

/// An expression that could stand in the place of another, and how to show the difference.
pub(crate) struct Change {
    /// The other expression.
    pub(crate) expr: Expr,
    /// Which part of the source differs.
    pub(crate) at: Span,
    /// What stands there instead.
    pub(crate) text: String,
}

/// The change that an expression admits, if any: one each, so that a run stays short.
pub(crate) fn change(expr: &Expr) -> Option<Change> {
    match expr {
        Expr::Binary(binary) => {
            let (op, text) = other_operator(&binary.op)?;
            let mut other = binary.clone();
            other.op = op;
            Some(Change { expr: Expr::Binary(other), at: binary.op.span(), text: text.to_owned() })
        }
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
            Some(Change { expr: (*unary.expr).clone(), at: unary.op.span(), text: String::new() })
        }
        Expr::Lit(lit) => {
            let (other, text) = other_literal(&lit.lit)?;
            let mut changed = lit.clone();
            changed.lit = other;
            Some(Change { expr: Expr::Lit(changed), at: lit.span(), text })
        }
        Expr::MethodCall(call) => other_method(call),
        _ => None,
    }
}

fn other_operator(op: &BinOp) -> Option<(BinOp, &'static str)> {
    Some(match op {
        BinOp::Lt(_) => (parse_quote!(<=), "<="),
        BinOp::Le(_) => (parse_quote!(<), "<"),
        BinOp::Gt(_) => (parse_quote!(>=), ">="),
        BinOp::Ge(_) => (parse_quote!(>), ">"),
        BinOp::Eq(_) => (parse_quote!(!=), "!="),
        BinOp::Ne(_) => (parse_quote!(==), "=="),
        BinOp::And(_) => (parse_quote!(||), "||"),
        BinOp::Or(_) => (parse_quote!(&&), "&&"),
        BinOp::Add(_) => (parse_quote!(-), "-"),
        BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Rem(_) => (parse_quote!(+), "+"),
        BinOp::Div(_) => (parse_quote!(*), "*"),
        BinOp::AddAssign(_) => (parse_quote!(-=), "-="),
        BinOp::SubAssign(_) => (parse_quote!(+=), "+="),
        BinOp::BitAnd(_) => (parse_quote!(|), "|"),
        BinOp::BitOr(_) => (parse_quote!(&), "&"),
        BinOp::BitAndAssign(_) => (parse_quote!(|=), "|="),
        BinOp::BitOrAssign(_) => (parse_quote!(&=), "&="),
        BinOp::Shl(_) => (parse_quote!(>>), ">>"),
        BinOp::Shr(_) => (parse_quote!(<<), "<<"),
        _ => return None,
    })
}

fn other_literal(lit: &Lit) -> Option<(Lit, String)> {
    match lit {
        Lit::Bool(LitBool { value, span }) => {
            Some((Lit::Bool(LitBool::new(!value, *span)), (!value).to_string()))
        }
        Lit::Int(int) => {
            let more = int.base10_parse::<u128>().ok()?.checked_add(1)?;
            let text = format!("{more}{}", int.suffix());
            Some((Lit::Int(LitInt::new(&text, int.span())), text))
        }
        _ => None,
    }
}

fn other_method(call: &ExprMethodCall) -> Option<Change> {
    let at = call.method.span();
    let text = match call.method.to_string().as_str() {
        "is_none" => "is_some",
        "is_some" => "is_none",
        "min" => "max",
        "max" => "min",
        "any" => "all",
        "all" => "any",
        "is_empty" => {
            return Some(Change { expr: parse_quote!((!#call)), at, text: "is_not_empty".to_owned() });
        }
        _ => return None,
    };
    let mut other = call.clone();
    other.method = syn::Ident::new(text, at);
    Some(Change { expr: Expr::MethodCall(other), at, text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    fn changed(source: &str) -> Option<String> {
        let expr: Expr = syn::parse_str(source).expect("an expression");
        change(&expr).map(|c| c.expr.to_token_stream().to_string().replace(' ', ""))
    }

    #[test]
    fn each_kind_of_expression_has_its_change() {
        let pairs = [
            ("a<b", "a<=b"),
            ("a>=b", "a>b"),
            ("a==b", "a!=b"),
            ("a&&b", "a||b"),
            ("a+b", "a-b"),
            ("a*b", "a+b"),
            ("a/b", "a*b"),
            ("a%b", "a+b"),
            ("a+=b", "a-=b"),
            ("a&b", "a|b"),
            ("a|=b", "a&=b"),
            ("a<<b", "a>>b"),
            ("7", "8"),
            ("0xffu64", "256u64"),
            ("true", "false"),
            ("!a", "a"),
            ("a.is_none()", "a.is_some()"),
            ("a.is_empty()", "(!a.is_empty())"),
            ("a.min(b)", "a.max(b)"),
            ("a.any(f)", "a.all(f)"),
        ];
        for (before, after) in pairs {
            assert_eq!(changed(before).as_deref(), Some(after), "{before}");
        }
    }

    #[test]
    fn texts_calls_and_paths_have_none() {
        for source in ["\"text\"", "f(x)", "a.b", "a::B", "-a", "a ^ b", "a.len()", "1.5"] {
            assert_eq!(changed(source), None, "{source}");
        }
    }
}
