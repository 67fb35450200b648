//! Who may ask: the name by which a request calls the server, and the page it comes from.
//!
//! A page from elsewhere can make its own name resolve to this machine (DNS rebinding), and then ask as if it came from
//! here. The browser gives it away: it says which name it asks (`Host`), and for which page (`Origin`,
//! `Sec-Fetch-Site`).

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::header::{self, HeaderName};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method};

use crate::client::Network;
use crate::error::ApiError;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const SEC_FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const SEC_FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// Who may ask, beyond the default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// Names by which the server may be called besides `localhost` and addresses, for example behind a proxy, as
    /// [`host_name`] reads them.
    pub hosts: Vec<String>,
    /// Proxies trusted to say for whom they ask.
    pub proxies: Vec<Network>,
}

/// Reads a name by which a server may be called: a host name without a port. Returns it in lower case.
///
/// # Errors
/// It is something else; the sentence says so.
pub fn host_name(text: &str) -> Result<String, String> {
    let is_name = |(name, port): &(String, Option<u16>)| port.is_none() && address(name).is_none();
    let named = named(text).filter(is_name).filter(|_| !text.contains(':'));
    named.map(|(name, _)| name).ok_or_else(|| format!("'{text}' is not a host name such as othello.example.org"))
}

impl Access {
    /// Checks whether a request may be answered. The server must be called by its own name; where it is `guarded`, as it
    /// writes or only this machine can reach it, a page that asks must be one of its own.
    ///
    /// # Errors
    /// What gives the stranger away.
    pub(crate) fn check(&self, request: &Request, is_guarded: bool) -> Result<(), ApiError> {
        let host = one(request.headers(), &header::HOST).ok_or(ApiError::NoHost)?;
        let called = named(host).ok_or(ApiError::NoHost)?;
        // A name in the address overrides the header; but no browser sends two names, so each has to be ours.
        for text in [Some(host), request.uri().authority().map(Authority::as_str)].into_iter().flatten() {
            if !named(text).is_some_and(|(name, _)| self.is_ours(&name)) {
                return Err(ApiError::OtherHost(text.chars().take(80).collect()));
            }
        }
        if is_guarded || *request.method() == Method::POST {
            self.check_origin(request.headers(), &called)?;
            check_site(request)?;
        }
        Ok(())
    }

    /// Whether the server may be called by this name. Browsers do not resolve addresses, so none can be rebound.
    fn is_ours(&self, name: &str) -> bool {
        name == "localhost" || self.is_allowed(name) || address(name).is_some_and(|address| !address.is_unspecified())
    }

    fn is_allowed(&self, name: &str) -> bool {
        self.hosts.iter().any(|host| host == name)
    }

    /// Checks that the page that asks, if the request names one, is one of this server's.
    fn check_origin(&self, headers: &HeaderMap, (name, port): &(String, Option<u16>)) -> Result<(), ApiError> {
        if !headers.contains_key(header::ORIGIN) {
            return Ok(());
        }
        let origin = one(headers, &header::ORIGIN).and_then(|text| text.split_once("://"));
        let (usual, page) = match origin {
            Some(("http", page)) => (80, named(page)),
            Some(("https", page)) => (443, named(page)),
            _ => return Err(ApiError::Elsewhere),
        };
        let is_own = page.is_some_and(|(page, page_port)| {
            self.is_allowed(&page) || (page == *name && page_port.unwrap_or(usual) == port.unwrap_or(usual))
        });
        if is_own { Ok(()) } else { Err(ApiError::Elsewhere) }
    }
}

/// Refuses a request that the browser says it makes for a page from elsewhere. A person may follow a link from there to
/// a page here, but not to the API, which would search at once.
fn check_site(request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    let is_own = |value: &header::HeaderValue| matches!(value.as_bytes(), b"same-origin" | b"none");
    if headers.get_all(SEC_FETCH_SITE).iter().all(is_own) {
        return Ok(());
    }
    let follows_link = one(headers, &SEC_FETCH_MODE) == Some("navigate")
        && one(headers, &SEC_FETCH_DEST) == Some("document")
        && *request.method() == Method::GET
        && !request.uri().path().starts_with("/api/");
    if follows_link { Ok(()) } else { Err(ApiError::Elsewhere) }
}

/// The value of a header that occurs exactly once.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// A host, in lower case and without a trailing dot, and its port.
fn named(text: &str) -> Option<(String, Option<u16>)> {
    let authority: Authority = text.parse().ok()?;
    // Nothing stands before the host, and nothing but a port behind it.
    let port = match text.strip_prefix(authority.host())? {
        "" | ":" => None,
        port if port[1..].bytes().all(|byte| byte.is_ascii_digit()) => Some(authority.port_u16()?),
        _ => return None,
    };
    let name = authority.host();
    Some((name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase(), port))
}

/// The address that a host is.
fn address(name: &str) -> Option<IpAddr> {
    name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name).parse().ok()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    /// The verdict on a request with these headers.
    fn asked(is_guarded: bool, uri: &str, fields: &[(&str, &str)]) -> Result<(), ApiError> {
        let mut request = Request::get(uri);
        for &(name, value) in fields {
            request = request.header(name, value);
        }
        let access = Access { hosts: vec![host_name("Othello.example.org").unwrap()], proxies: Vec::new() };
        access.check(&request.body(Body::empty()).unwrap(), is_guarded)
    }

    fn called(host: &str) -> bool {
        asked(true, "/api/boards", &[("host", host)]).is_ok()
    }

    #[test]
    fn a_server_answers_to_its_own_names_and_to_addresses() {
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
            // A page whose host is an address came from that address.
            "192.0.2.1:8080",
            "203.0.113.7",
            "[2001:db8::1]:8080",
        ] {
            assert!(called(host), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:8080",
            "localhost.evil.example:8080",
            "evil.localhost:8080",
            "127.0.0.1.evil.example:8080",
            "0.0.0.0:8080",
            "[::]:8080",
            "2130706433:8080",
            "0x7f.1:8080",
            "127.1:8080",
            "user@localhost:8080",
            "localhost:8080@evil.example",
            "",
            ":8080",
            "localhost:+8080",
            "localhost:8080:8080",
            "localhost:8080.evil.example",
            "::1",
            "[::1",
            "[::1]8080",
            "[::1%25lo]:8080",
            "localhost:99999",
            "local host",
            "localhost/:8080",
            ".",
            "..localhost:8080",
        ] {
            assert!(!called(host), "{host}");
        }
    }

    #[test]
    fn a_request_names_one_server() {
        let refused = Err(ApiError::NoHost);
        for is_guarded in [true, false] {
            assert_eq!(asked(is_guarded, "/", &[]), refused);
            assert_eq!(asked(is_guarded, "/", &[("host", "")]), refused);
            assert_eq!(asked(is_guarded, "/", &[("host", "local host")]), refused);
            assert_eq!(asked(is_guarded, "/", &[("host", "localhost"), ("host", "localhost")]), refused);
        }
        assert_eq!(asked(true, "/", &[("host", "localhost"), ("host", "evil.example")]), refused);
        let evil = Err(ApiError::OtherHost("evil.example".to_owned()));
        assert_eq!(asked(true, "http://evil.example/", &[("host", "localhost:8080")]), evil);
        assert_eq!(asked(true, "http://localhost:8080/", &[("host", "evil.example")]), evil);
        assert_eq!(asked(true, "http://localhost:8080/", &[("host", "localhost:8080")]), Ok(()));
    }

    #[test]
    fn only_pages_of_the_server_itself_may_ask() {
        let from = |host, origin| asked(true, "/api/boards", &[("host", host), ("origin", origin)]).is_ok();
        for (host, origin) in [
            ("localhost:8080", "http://localhost:8080"),
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("[::1]:8080", "http://[::1]:8080"),
            ("othello.example.org", "https://othello.example.org"),
            // A proxy that does not pass the name on.
            ("127.0.0.1:8080", "https://othello.example.org"),
        ] {
            assert!(from(host, origin), "{origin}");
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
            assert!(!from("localhost:8080", origin), "{origin}");
        }
        let two = [("host", "localhost:8080"), ("origin", "http://localhost:8080"), ("origin", "http://evil.example")];
        assert_eq!(asked(true, "/", &two), Err(ApiError::Elsewhere));
        // Where nothing is written and anybody may ask, a page from elsewhere cannot read the answer.
        assert_eq!(asked(false, "/", &two), Ok(()));
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
            asked(true, path, &fields).is_ok()
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
            assert!(host_name(text).is_err(), "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn nothing_else_passes_for_this_machine(host in "\\PC{0,40}") {
            let Ok(value) = header::HeaderValue::from_str(&host) else { return Ok(()) };
            let Ok(text) = value.to_str() else { return Ok(()) };
            let looks_usual = ["localhost", "othello.example.org"].iter().any(|usual| host.to_ascii_lowercase().starts_with(usual));
            let is_address = host.starts_with('[') || host.starts_with(|symbol: char| symbol.is_ascii_digit());
            prop_assert!(looks_usual || is_address || !called(text), "{text}");
        }
    }
}
