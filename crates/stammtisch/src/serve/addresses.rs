//! Where people find the table: every address of this machine, and a QR code for phones.

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// The links that lead here; the one that others can use comes first.
pub(super) fn reachable(listening: SocketAddr, public: Option<&str>) -> Vec<String> {
    let port = listening.port();
    let link = |address: IpAddr| format!("http://{}/", SocketAddr::new(address, port));
    let mut links: Vec<String> = public.map(str::to_owned).into_iter().collect();
    if listening.ip().is_unspecified() {
        let mut own: Vec<IpAddr> =
            if_addrs::get_if_addrs().unwrap_or_default().iter().map(if_addrs::Interface::ip).collect();
        own.retain(|address| !matches!(address, IpAddr::V6(six) if six.is_unicast_link_local()));
        own.sort_by_key(|address| (address.is_loopback(), address.is_ipv6()));
        links.extend(own.into_iter().map(link));
    } else {
        links.push(link(listening.ip()));
    }
    links
}

/// Tells the links, and the first one as a QR code if a phone could use it.
pub(super) fn announce(links: &[String], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "The table is open:")?;
    for link in links {
        writeln!(out, "  {link}")?;
    }
    let for_phones = links.first().filter(|link| !link.contains("//127.") && !link.contains("//[::1]"));
    if let Some(code) = for_phones.and_then(|link| QrCode::new(link).ok()) {
        writeln!(out, "\n{}\n", code.render::<Dense1x2>().quiet_zone(true).build())?;
    }
    writeln!(out, "Ctrl-C closes it; everything is kept.")?;
    out.flush()
}

/// Opens the browser, if there is one.
pub(super) fn open(link: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let opened = Command::new(program).arg(link).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if opened.is_err() {
        tracing::warn!("no browser could be opened; use the link");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_public_link_comes_first_and_every_own_address_follows() {
        let links = reachable("127.0.0.1:80".parse().unwrap(), None);
        assert_eq!(links, ["http://127.0.0.1:80/"]);
        let all = reachable("0.0.0.0:9".parse().unwrap(), Some("https://play.example/"));
        assert_eq!(all[0], "https://play.example/");
        assert!(all.contains(&"http://127.0.0.1:9/".to_owned()));
    }
}
