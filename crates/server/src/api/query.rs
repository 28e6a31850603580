//! What stands after the question mark: whole numbers by name, and nothing else.

use axum::http::{StatusCode, Uri};

use super::problem::Trouble;

/// The numbers with these names, where they are given.
pub(super) fn numbers<const N: usize>(uri: &Uri, names: [&str; N]) -> Result<[Option<u32>; N], Trouble> {
    let mut numbers = [None; N];
    for pair in uri.query().unwrap_or("").split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let place = names.iter().position(|known| *known == name).ok_or_else(|| wrong(&names))?;
        let number = value.parse().map_err(|_| wrong(&names))?;
        if numbers[place].replace(number).is_some() {
            return Err(wrong(&names));
        }
    }
    Ok(numbers)
}

fn wrong(names: &[&str]) -> Trouble {
    let names = names.join(", ");
    let reason = format!("After the question mark there may be whole numbers, each once: {names}");
    Trouble::new(StatusCode::BAD_REQUEST, "bad_parameters", reason).with("names", names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Option<[Option<u32>; 2]> {
        numbers(&format!("/x{query}").parse().unwrap(), ["seat", "game"]).ok()
    }

    #[test]
    fn numbers_are_found_by_name_and_anything_else_is_refused() {
        assert_eq!(read(""), Some([None, None]));
        assert_eq!(read("?"), Some([None, None]));
        assert_eq!(read("?game=2"), Some([None, Some(2)]));
        assert_eq!(read("?game=2&seat=0"), Some([Some(0), Some(2)]));
        for wrong in
            ["?x=1", "?seat", "?seat=", "?seat=-1", "?seat=1&seat=2", "?seat=4294967296", "?seat=%31"]
        {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
