//! Settings from a file, the environment and the command line; the later ones win.
//!
//! A setting has the same name everywhere: `frame` under `[sockets]` in the file is `STAMMTISCH_SOCKETS__FRAME` in the
//! environment and `--set sockets.frame=…` on the command line.

use server::Config;
use toml::{Table, Value};

use crate::cli::Serve;
use crate::failure::Failure;

const PREFIX: &str = "STAMMTISCH_";

/// All settings together.
pub(super) fn settings(wanted: &Serve) -> Result<Config, Failure> {
    let file = match &wanted.config {
        None => Table::new(),
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .map_err(|fault| Failure::Arguments(format!("{}: {fault}", path.display())))?;
            text.parse().map_err(|fault| Failure::Arguments(format!("{}: {fault}", path.display())))?
        }
    };
    gather(file, std::env::vars(), wanted)
}

fn gather(
    mut all: Table,
    environment: impl Iterator<Item = (String, String)>,
    wanted: &Serve,
) -> Result<Config, Failure> {
    for (name, value) in environment {
        if let Some(name) = name.strip_prefix(PREFIX) {
            let name = name.to_lowercase().replace("__", ".");
            put(&mut all, &name, read(&name, &value))?;
        }
    }
    for setting in &wanted.set {
        let (name, value) = setting
            .split_once('=')
            .ok_or_else(|| Failure::Arguments(format!("--set {setting}: expected NAME=VALUE")))?;
        put(&mut all, name.trim(), read(name.trim(), value.trim()))?;
    }
    let text = |value: &String| Value::String(value.clone());
    let flags = [
        ("listen", &wanted.listen),
        ("data", &wanted.data),
        ("public_url", &wanted.public_url),
        ("cluster.database", &wanted.database),
        ("cluster.bus", &wanted.bus),
        ("cluster.node", &wanted.node),
    ];
    for (name, value) in flags {
        if let Some(value) = value {
            put(&mut all, name, text(value))?;
        }
    }
    if !wanted.trusted_proxies.is_empty() {
        let proxies = wanted.trusted_proxies.iter().map(text).collect();
        put(&mut all, "trusted_proxies", Value::Array(proxies))?;
    }
    all.try_into().map_err(|fault| Failure::Arguments(format!("settings: {}", fault.to_string().trim())))
}

/// A value as it stands in a file; what is none there is text. A password is text, even one that reads like a number.
fn read(name: &str, text: &str) -> Value {
    let line = format!("value = {text}");
    let parsed = line.parse::<Table>().ok().and_then(|mut table| table.remove("value"));
    parsed
        .filter(|value| name != "password" || value.is_str())
        .unwrap_or_else(|| Value::String(text.to_owned()))
}

fn put(all: &mut Table, name: &str, value: Value) -> Result<(), Failure> {
    let no_section = || Failure::Arguments(format!("settings: there is no section for {name}"));
    match name.split_once('.') {
        None => {
            all.insert(name.to_owned(), value);
            Ok(())
        }
        Some((section, rest)) => {
            let section = all.entry(section).or_insert_with(|| Value::Table(Table::new()));
            put(section.as_table_mut().ok_or_else(no_section)?, rest, value)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gathered(file: &str, environment: &[(&str, &str)], wanted: &Serve) -> Result<Config, Failure> {
        let environment = environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        gather(file.parse().unwrap(), environment, wanted)
    }

    #[test]
    fn flags_win_over_the_environment_and_that_over_the_file() {
        let file = "listen = \"127.0.0.1:1\"\ndata = \"a\"\n[sockets]\nframe = 1\noutbox = 5\n[tables]\ngrace = 1.5\n[store]\nqueue = 8\nwindow = 0.0005\nreaders = 0";
        let environment = [
            ("STAMMTISCH_SOCKETS__FRAME", "2"),
            ("STAMMTISCH_STORE__QUEUE", "9"),
            ("STAMMTISCH_DATA", "b"),
            ("OTHER", "x"),
        ];
        let wanted =
            Serve { data: Some("c".into()), set: vec!["rates.socket=[3, 0.5]".into()], ..Serve::default() };
        let config = gathered(file, &environment, &wanted).unwrap();
        assert_eq!(config.listen.port(), 1);
        assert_eq!(config.data, std::path::Path::new("c"));
        assert_eq!((config.sockets.frame, config.sockets.outbox), (2, 5));
        assert_eq!(config.tables.grace.as_millis(), 1_500);
        assert_eq!(config.rates.socket, (3, 0.5));
        let store = config.store.settings();
        assert_eq!((store.queue, store.window.as_micros(), store.readers), (9, 500, 1));
    }

    /// The page lists every setting with its default: read as a file, it changes nothing.
    #[test]
    fn the_documented_defaults_are_the_defaults() {
        let page = include_str!("../../../../docs/configuration.md");
        let file = page.split("```toml").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
        let config = gathered(file, &[], &Serve::default()).unwrap();
        assert_eq!(format!("{config:?}"), format!("{:?}", Config::default()));
        let named = |name: &str| {
            file.lines().any(|line| line.trim_start_matches("# ").starts_with(&format!("{name} =")))
        };
        let fields = format!("{:#?}", Config::default());
        for field in fields.lines().filter_map(|line| line.trim().split_once(": ")).map(|(name, _)| name) {
            let section = ["sockets", "rates", "chips", "tables", "store", "cluster"].contains(&field);
            assert!(section || named(field), "{field} is not explained");
        }
    }

    /// The documented file with some bytes changed is read or refused, and clocks can count with what is read.
    #[test]
    fn any_file_is_read_or_refused() {
        use game::Luck;
        let page = include_str!("../../../../docs/configuration.md");
        let file = page.split("```toml").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
        let mut luck = bots::Dice::new(7);
        let (mut read, mut refused) = (0, 0);
        for _ in 0..4_000 {
            let mut bytes = file.as_bytes().to_vec();
            for _ in 0..=luck.below(3) {
                let at = luck.below(bytes.len() as u32) as usize;
                match luck.below(3) {
                    0 => bytes[at] = luck.below(128) as u8,
                    1 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, b"0123456789.-_e\"[]=\n"[luck.below(19) as usize]),
                }
            }
            let parsed = String::from_utf8(bytes).unwrap().parse();
            let config = parsed.ok().and_then(|file| gather(file, [].into_iter(), &Serve::default()).ok());
            let Some(config) = config else {
                refused += 1;
                continue;
            };
            read += 1;
            for time in [config.sockets.silent, config.sockets.request_within, config.tables.grace] {
                assert!(std::time::Instant::now().checked_add(time).is_some(), "{time:?}");
            }
        }
        assert!(read > 400 && refused > 400, "{read}, {refused}");
    }

    /// From wherever it comes, and whatever it reads like.
    #[test]
    fn a_password_is_text() {
        let wanted = Serve { set: vec!["password=12345".into()], ..Serve::default() };
        let quoted = Serve { set: vec!["password=\"open sesame\"".into()], ..Serve::default() };
        let [line, quoted, environment, file] = [
            gathered("", &[], &wanted),
            gathered("", &[], &quoted),
            gathered("", &[("STAMMTISCH_PASSWORD", "true")], &Serve::default()),
            gathered("password = \"a b\"", &[], &Serve::default()),
        ]
        .map(|config| config.unwrap().password.unwrap());
        assert!(line.is("12345") && environment.is("true") && file.is("a b"));
        assert!(quoted.is("open sesame"), "quotes mean what they mean in a file");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (file, word) in [
            ("lisen = 1", "lisen"),
            ("listen = 5", "listen"),
            ("[sockets]\nframe = -1", "frame"),
            ("[tables]\ngrace = -1", "grace"),
            ("[rates]\nsocket = 7", "socket"),
            ("[store]\nreader = 7", "reader"),
            ("trusted_proxies = [\"x\"]", "IP address"),
            ("password = \"\"", "a password has"),
            ("invite_only = \"yes\"", "invite_only"),
        ] {
            let failure = gathered(file, &[], &Serve::default()).unwrap_err().to_string();
            assert!(failure.contains(word), "{file}: {failure}");
        }
        let wanted = Serve { set: vec!["listen".into()], ..Serve::default() };
        assert!(gathered("", &[], &wanted).is_err());
    }
}
