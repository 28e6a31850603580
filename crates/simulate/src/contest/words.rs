//! Cutting text as a shell would: at commas between players, at spaces between words, and at neither within quotes.
//!
//! No shell is asked: what stands in a command is handed to the program as it is.

/// What is wrong with the quotes of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a quote is not closed")]
pub struct Unclosed;

/// A character, and whether it stands for itself.
fn marked(text: &str) -> Result<Vec<(char, Mark)>, Unclosed> {
    let mut quote = None;
    let mut escaped = false;
    let mut marks = Vec::with_capacity(text.len());
    for c in text.chars() {
        let mark = if escaped {
            escaped = false;
            Mark::Kept
        } else if c == '\\' && quote != Some('\'') {
            escaped = true;
            Mark::Sign
        } else if quote == Some(c) {
            quote = None;
            Mark::Sign
        } else if quote.is_none() && matches!(c, '"' | '\'') {
            quote = Some(c);
            Mark::Sign
        } else if quote.is_some() {
            Mark::Kept
        } else {
            Mark::Plain
        };
        marks.push((c, mark));
    }
    if quote.is_some() || escaped { Err(Unclosed) } else { Ok(marks) }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    /// Outside quotes: may separate.
    Plain,
    /// Within quotes or after a backslash: only itself.
    Kept,
    /// A quote or a backslash that quotes.
    Sign,
}

/// The parts between commas, with their quotes.
pub(crate) fn parts(text: &str) -> Result<Vec<String>, Unclosed> {
    let mut parts = vec![String::new()];
    for (c, mark) in marked(text)? {
        if c == ',' && mark == Mark::Plain {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    Ok(parts)
}

/// The words between spaces, without their quotes.
pub(crate) fn words(text: &str) -> Result<Vec<String>, Unclosed> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    for (c, mark) in marked(text)? {
        if c.is_whitespace() && mark == Mark::Plain {
            words.extend(word.take());
        } else {
            let word = word.get_or_insert_default();
            if mark != Mark::Sign {
                word.push(c);
            }
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_separate_players_unless_they_are_quoted() {
        assert_eq!(parts("a,b:50ms,c").unwrap(), ["a", "b:50ms", "c"]);
        assert_eq!(
            parts(r#"a,exec:x "1,2" '3,4' 5\,6,b"#).unwrap(),
            ["a", r#"exec:x "1,2" '3,4' 5\,6"#, "b"]
        );
        assert_eq!(parts("").unwrap(), [""]);
        assert_eq!(parts("a,").unwrap(), ["a", ""]);
    }

    #[test]
    fn words_lose_their_quotes_and_keep_what_stands_in_them() {
        assert_eq!(
            words(r#"python3  "my bot.py" --x='1, 2' a\ b "" "\"" '\'"#).unwrap(),
            ["python3", "my bot.py", "--x=1, 2", "a b", "", "\"", "\\"]
        );
        assert_eq!(words("  ").unwrap(), [] as [&str; 0]);
        for open in ["\"a", "'a", "a\\", "\"a'"] {
            assert_eq!((words(open), parts(open)), (Err(Unclosed), Err(Unclosed)), "{open}");
        }
    }
}
