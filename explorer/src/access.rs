//! Who may ask: the name by which a request calls the server, and the page it comes from.
//!
//! A page from elsewhere can make its own name resolve to this machine (DNS rebinding), and then ask as if it came from
//! here. The browser gives it away: it says which name it asks (`Host`), and for which page (`Origin`,
//! `Sec-Fetch-Site`).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use axum::extract::Request;
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, Method, Uri};
use thiserror::Error;

use crate::client::Network;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const SEC_FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const SEC_FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// The loopback addresses.
const USUAL: [IpAddr; 2] = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];

/// Who may ask, beyond the default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// Names by which the server may be called besides `localhost` and addresses, for example behind a proxy.
    pub hosts: Vec<HostName>,
    /// Proxies trusted to say for whom they ask.
    pub proxies: Vec<Network>,
}

/// A name by which a server may be called: a host name without a port, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostName(String);

/// A text that is not a host name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a host name such as othello.example.org")]
pub struct NoHostName(String);

impl FromStr for HostName {
    type Err = NoHostName;

    fn from_str(text: &str) -> Result<Self, NoHostName> {
        match text.parse::<Called>() {
            Ok(Called { host: Host::Name(name), port: None }) => Ok(Self(name)),
            _ => Err(NoHostName(text.to_owned())),
        }
    }
}

/// Why a request is refused: because of whom it asks, or for whom.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Stranger {
    /// There is no `Host`, or more than one, or it cannot be read.
    #[error("the request does not say by one readable Host whom it asks")]
    NoHost,
    /// It asks for another server.
    #[error("'{0}' is not this server")]
    Host(String),
    /// A page from elsewhere asks.
    #[error("a page from elsewhere may not ask here")]
    Origin,
}

/// The door by which a request came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Door {
    /// The address that the server listens on.
    pub(crate) bound: SocketAddr,
    /// The address that the client has reached.
    pub(crate) reached: SocketAddr,
}

impl Door {
    /// Whether only this machine can reach it.
    pub(crate) fn is_private(&self) -> bool {
        self.bound.ip().to_canonical().is_loopback()
    }
}

impl Access {
    /// Checks whether a request may be answered. The server must be called by its own name; where it `writes`, or only
    /// this machine can reach it, a page that asks must be one of its own.
    ///
    /// # Errors
    /// What gives the stranger away.
    pub(crate) fn check(&self, request: &Request, writes: bool) -> Result<(), Stranger> {
        let door = request.extensions().get::<Door>();
        let is_private = door.is_some_and(Door::is_private);
        let headers = request.headers();
        let called = called(headers, door)?;
        if called.is_some() {
            self.check_host(request.uri(), headers, door)?;
        }
        if is_private || writes || *request.method() == Method::POST {
            self.check_origin(headers, called.as_ref())?;
            check_site(request)?;
        }
        Ok(())
    }

    /// Checks that the request means this server.
    fn check_host(&self, uri: &Uri, headers: &HeaderMap, door: Option<&Door>) -> Result<(), Stranger> {
        // A name in the address overrides the header; but no browser sends two names, so each has to be ours.
        let authority = uri.authority().map(|authority| authority.as_str());
        for text in [one(headers, &header::HOST), authority].into_iter().flatten() {
            let called: Called = text.parse().map_err(|NotCalled| Stranger::NoHost)?;
            if !self.is_ours(&called, door) {
                return Err(Stranger::Host(text.chars().take(80).collect()));
            }
        }
        Ok(())
    }

    /// Whether a server at this door may be called by this name.
    fn is_ours(&self, called: &Called, door: Option<&Door>) -> bool {
        let private = door.filter(|door| door.is_private()).map(|door| door.reached);
        // From other machines, other ports and addresses than the one reached may lead here.
        let is_port = private.is_none_or(|reached| called.port.is_none_or(|port| port == reached.port()));
        match &called.host {
            // The operator has said so, and knows which port leads here.
            Host::Name(name) if self.is_allowed(name) => true,
            Host::Name(name) => name == "localhost" && is_port,
            // Browsers do not resolve addresses, so none can be rebound.
            Host::Address(address) => match private {
                Some(reached) => is_port && (USUAL.contains(address) || *address == reached.ip().to_canonical()),
                None => !address.is_unspecified(),
            },
        }
    }

    fn is_allowed(&self, name: &str) -> bool {
        self.hosts.iter().any(|host| host.0 == name)
    }

    /// Checks that the page that asks, if the request names one, is one of this server's.
    fn check_origin(&self, headers: &HeaderMap, called: Option<&Called>) -> Result<(), Stranger> {
        if !headers.contains_key(header::ORIGIN) {
            return Ok(());
        }
        let text = one(headers, &header::ORIGIN).ok_or(Stranger::Origin)?;
        let (scheme, rest) = text.split_once("://").ok_or(Stranger::Origin)?;
        let usual = match scheme {
            "http" => 80,
            "https" => 443,
            _ => return Err(Stranger::Origin),
        };
        let page: Called = rest.parse().map_err(|NotCalled| Stranger::Origin)?;
        let is_ours = matches!(&page.host, Host::Name(name) if self.is_allowed(name));
        let is_same = called.is_some_and(|called| {
            called.host == page.host && called.port.unwrap_or(usual) == page.port.unwrap_or(usual)
        });
        if is_ours || is_same { Ok(()) } else { Err(Stranger::Origin) }
    }
}

/// Refuses a request that the browser says it makes for a page from elsewhere. A person may follow a link from there to
/// a page here, but not to the API, which would search at once.
fn check_site(request: &Request) -> Result<(), Stranger> {
    let headers = request.headers();
    let is_own = |value: &header::HeaderValue| matches!(value.as_bytes(), b"same-origin" | b"none");
    if headers.get_all(SEC_FETCH_SITE).iter().all(is_own) {
        return Ok(());
    }
    let follows_link = one(headers, &SEC_FETCH_MODE) == Some("navigate")
        && one(headers, &SEC_FETCH_DEST) == Some("document")
        && *request.method() == Method::GET
        && !request.uri().path().starts_with("/api/");
    if follows_link { Ok(()) } else { Err(Stranger::Origin) }
}

/// The name by which the server is called. Without a door there is no network, and no need for a name.
fn called(headers: &HeaderMap, door: Option<&Door>) -> Result<Option<Called>, Stranger> {
    if door.is_none() && !headers.contains_key(header::HOST) {
        return Ok(None);
    }
    let text = one(headers, &header::HOST).ok_or(Stranger::NoHost)?;
    text.parse().map(Some).map_err(|NotCalled| Stranger::NoHost)
}

/// The value of a header that occurs exactly once.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// The name by which a server was called.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Called {
    host: Host,
    port: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Host {
    /// In lower case, without a trailing dot.
    Name(String),
    /// IPv4-mapped IPv6 addresses as IPv4.
    Address(IpAddr),
}

/// A text that no server could be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NotCalled;

impl FromStr for Called {
    type Err = NotCalled;

    fn from_str(text: &str) -> Result<Self, NotCalled> {
        let (host, port) = match text.strip_prefix('[') {
            Some(rest) => {
                let (address, port) = rest.split_once(']').ok_or(NotCalled)?;
                let address: Ipv6Addr = address.parse().map_err(|_| NotCalled)?;
                (Host::Address(IpAddr::V6(address).to_canonical()), port)
            }
            None => {
                let (name, port) = text.split_at(text.find(':').unwrap_or(text.len()));
                let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
                let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
                if name.is_empty() || name.starts_with('.') || !name.bytes().all(is_letter) {
                    return Err(NotCalled);
                }
                let address: Result<Ipv4Addr, _> = name.parse();
                (address.map_or(Host::Name(name), |address| Host::Address(address.into())), port)
            }
        };
        let port = match port.strip_prefix(':') {
            None if port.is_empty() => None,
            Some("") => None,
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                Some(digits.parse().map_err(|_| NotCalled)?)
            }
            _ => return Err(NotCalled),
        };
        Ok(Self { host, port })
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    const HERE: &str = "127.0.0.1:8080";
    const ALL: &str = "0.0.0.0:8080";

    /// The verdict of a server with this bound address on a request with these headers.
    fn asked(bound: &str, writes: bool, uri: &str, fields: &[(&str, &str)]) -> Result<(), Stranger> {
        let bound: SocketAddr = bound.parse().unwrap();
        let reached = if bound.ip().is_unspecified() { "192.0.2.1:8080".parse().unwrap() } else { bound };
        let mut request = Request::get(uri);
        for &(name, value) in fields {
            request = request.header(name, value);
        }
        let mut request = request.body(Body::empty()).unwrap();
        request.extensions_mut().insert(Door { bound, reached });
        let access = Access { hosts: vec!["Othello.example.org".parse().unwrap()], proxies: Vec::new() };
        access.check(&request, writes)
    }

    fn called(bound: &str, writes: bool, host: &str) -> bool {
        asked(bound, writes, "/api/boards", &[("host", host)]).is_ok()
    }

    #[test]
    fn a_server_of_this_machine_only_answers_to_its_own_names() {
        for host in [
            "localhost:8080",
            "localhost",
            "LocalHost:8080",
            "localhost.:8080",
            "127.0.0.1:8080",
            "[::1]:8080",
            "[0:0:0:0:0:0:0:1]:8080",
            "[::ffff:127.0.0.1]:8080",
            "othello.example.org",
            "OTHELLO.example.org.:443",
            "localhost:",
        ] {
            assert!(called(HERE, false, host), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:8080",
            "localhost:8081",
            "localhost:80",
            "127.0.0.1:1",
            "localhost.evil.example:8080",
            "evil.localhost:8080",
            "127.0.0.1.evil.example:8080",
            "0.0.0.0:8080",
            "127.0.0.2:8080",
            "[::]:8080",
            "[::2]:8080",
            "2130706433:8080",
            "0x7f.1:8080",
            "127.1:8080",
            "user@localhost:8080",
            "localhost:8080@evil.example",
            "",
            ":8080",
            "localhost:+8080",
            "localhost:8080:8080",
            "::1",
            "[::1",
            "[::1]8080",
            "[::1%25lo]:8080",
            "localhost:99999",
            "local host",
            "localhost/:8080",
            ".",
            "..localhost:8080",
            "192.0.2.1:8080",
        ] {
            assert!(!called(HERE, false, host), "{host}");
        }
    }

    #[test]
    fn a_server_for_others_answers_to_its_own_names_and_to_addresses() {
        for host in ["evil.example:8080", "rebound.example", "0.0.0.0:8080"] {
            assert!(!called(ALL, false, host) && !called(ALL, true, host), "{host}");
        }
        // A page whose host is an address came from that address.
        for host in ["192.0.2.1:8080", "203.0.113.7", "[2001:db8::1]:8080", "localhost:8080", "othello.example.org"] {
            assert!(called(ALL, true, host), "{host}");
        }
    }

    #[test]
    fn a_request_names_one_server() {
        let refused = Err(Stranger::NoHost);
        for bound in [HERE, ALL] {
            assert_eq!(asked(bound, false, "/", &[]), refused);
            assert_eq!(asked(bound, false, "/", &[("host", "")]), refused);
            assert_eq!(asked(bound, false, "/", &[("host", "local host")]), refused);
            assert_eq!(asked(bound, false, "/", &[("host", "localhost"), ("host", "localhost")]), refused);
        }
        assert_eq!(asked(HERE, false, "/", &[("host", "localhost"), ("host", "evil.example")]), refused);
        let evil = Err(Stranger::Host("evil.example".to_owned()));
        assert_eq!(asked(HERE, false, "http://evil.example/", &[("host", "localhost:8080")]), evil);
        assert_eq!(asked(HERE, false, "http://localhost:8080/", &[("host", "evil.example")]), evil);
        assert_eq!(asked(HERE, false, "http://localhost:8080/", &[("host", "localhost:8080")]), Ok(()));
    }

    #[test]
    fn only_pages_of_the_server_itself_may_ask() {
        let from = |bound, writes, host, origin| {
            asked(bound, writes, "/api/boards", &[("host", host), ("origin", origin)]).is_ok()
        };
        for (host, origin) in [
            ("localhost:8080", "http://localhost:8080"),
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("[::1]:8080", "http://[::1]:8080"),
            ("othello.example.org", "https://othello.example.org"),
            // A proxy that does not pass the name on.
            ("127.0.0.1:8080", "https://othello.example.org"),
        ] {
            assert!(from(HERE, false, host, origin) && from(ALL, true, host, origin), "{origin}");
        }
        for origin in [
            "null",
            "",
            "http://evil.example",
            "http://localhost",
            "http://localhost:8081",
            "https://localhost:8081",
            "localhost:8080",
            "http://127.0.0.1:8080",
            "file://",
            "http://localhost:8080.evil.example",
            "http://localhost:8080/",
            "chrome-extension://abc",
        ] {
            assert!(!from(HERE, false, "localhost:8080", origin), "{origin}");
            assert!(!from(ALL, true, "localhost:8080", origin), "{origin}");
        }
        let two = [("host", "localhost:8080"), ("origin", "http://localhost:8080"), ("origin", "http://evil.example")];
        assert_eq!(asked(HERE, false, "/", &two), Err(Stranger::Origin));
    }

    #[test]
    fn a_page_from_elsewhere_may_only_lead_a_person_here() {
        let site = |path, site, mode, dest| {
            let fields = [
                ("host", "localhost:8080"),
                ("sec-fetch-site", site),
                ("sec-fetch-mode", mode),
                ("sec-fetch-dest", dest),
            ];
            asked(HERE, false, path, &fields).is_ok()
        };
        assert!(site("/api/boards", "same-origin", "cors", "empty"));
        assert!(site("/api/boards", "none", "navigate", "document"));
        assert!(site("/?board=4x6", "cross-site", "navigate", "document"));
        assert!(!site("/?board=4x6", "cross-site", "navigate", "iframe"));
        assert!(!site("/api/position?board=6x6", "cross-site", "navigate", "document"));
        for from in ["cross-site", "same-site", "nonsense", ""] {
            assert!(!site("/api/position?board=6x6", from, "no-cors", "image"), "{from}");
        }
    }

    #[test]
    fn only_names_are_names() {
        for text in ["", "localhost:80", "127.0.0.1", "[::1]", "a b", "http://a", "a/b"] {
            assert!(text.parse::<HostName>().is_err(), "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn nothing_else_passes_for_this_machine(host in "\\PC{0,40}") {
            let Ok(value) = header::HeaderValue::from_str(&host) else { return Ok(()) };
            let usual = ["localhost", "127.0.0.1", "[::1]", "othello.example.org"];
            let looks_usual = usual.iter().any(|usual| host.to_ascii_lowercase().starts_with(usual)) || host.starts_with('[');
            let Ok(text) = value.to_str() else { return Ok(()) };
            prop_assert!(looks_usual || !called(HERE, false, text), "{text}");
        }
    }
}
