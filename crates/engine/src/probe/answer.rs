//! What every answer must be, whatever was asked.

use serde_json::Value;

/// The codes that a request can be refused with; `internal` is not among them, since nothing that is written in a line may
/// cause it.
const CODES: [&str; 7] =
    ["parse", "unknown_command", "no_such_game", "bad_request", "illegal", "impossible_outcome", "limit"];

/// What an answer says.
pub(super) enum Said {
    /// `ok`, with what came of the request.
    Ok(Value),
    /// `error`, with this code.
    Error(String),
}

/// Takes an answer apart.
///
/// # Panics
/// When it is not one line with an id and either a result or a code with a sentence.
pub(super) fn check(line: &str) -> (Value, Said) {
    assert!(!line.contains('\n'), "an answer is one line: {line}");
    let Ok(Value::Object(mut fields)) = serde_json::from_str(line) else { panic!("not an object: {line}") };
    let id = fields.remove("id").unwrap_or_else(|| panic!("no id: {line}"));
    let said = match (fields.remove("ok"), fields.remove("error")) {
        (Some(ok @ Value::Object(_)), None) => Said::Ok(ok),
        (None, Some(error)) => {
            let text = |name: &str| error.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
            let (code, message) = (text("code"), text("message"));
            assert!(CODES.contains(&code.as_str()), "code {code:?}: {line}");
            assert!(!message.is_empty(), "no sentence: {line}");
            Said::Error(code)
        }
        _ => panic!("neither ok nor error, or both: {line}"),
    };
    assert!(fields.is_empty(), "more than an answer has: {line}");
    (id, said)
}
