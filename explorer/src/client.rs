//! Who asks: the address to which limits and shares apply.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr};
use std::num::ParseIntError;
use std::str::FromStr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, header};
use thiserror::Error;

/// The header to which most proxies add their client's address.
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// A client: an IPv4 address, or the 64 leading bits of an IPv6 address, since a household or a rented server commands
/// all 2^64 addresses below them.
///
/// The default stands for requests that come by no network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Client(Option<IpAddr>);

impl Client {
    /// The client at an address.
    pub(crate) fn of(address: IpAddr) -> Self {
        Self(Some(match address.to_canonical() {
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
            address @ IpAddr::V4(_) => address,
        }))
    }

    /// The client behind a connection: its peer or, if that is a trusted proxy, the client for whom the proxy says it
    /// asks.
    pub(crate) fn behind(peer: IpAddr, headers: &HeaderMap, proxies: &[Network]) -> Self {
        let is_proxy = |address: IpAddr| proxies.iter().any(|network| network.contains(address));
        if !is_proxy(peer) {
            return Self::of(peer);
        }
        let listed = [listed(headers, &X_FORWARDED_FOR, plain), listed(headers, &header::FORWARDED, tagged)];
        // The last address that is not one of our proxies is what our proxy saw. All before it is hearsay.
        let seen = listed
            .map(|chain| chain.map(|chain| chain.into_iter().rev().find(|one| one.is_none_or(|one| !is_proxy(one)))));
        let told = match seen {
            [Some(one), None] | [None, Some(one)] => one,
            // A proxy sets one of them. A client that adds the other gains nothing.
            [Some(one), Some(other)] if one == other => one,
            _ => None,
        };
        Self::of(told.flatten().unwrap_or(peer))
    }
}

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().copied().unwrap_or_default())
    }
}

/// The addresses in all headers of a name, in order, each `None` if it is not an address; `None` instead of a list if
/// there is no such header.
fn listed(headers: &HeaderMap, name: &HeaderName, read: fn(&str) -> Option<IpAddr>) -> Option<Vec<Option<IpAddr>>> {
    let mut chain = Vec::new();
    for value in headers.get_all(name) {
        let text = value.to_str().unwrap_or("unreadable");
        chain.extend(text.split(',').map(|one| read(one.trim())));
    }
    (!chain.is_empty()).then_some(chain)
}

/// An address as X-Forwarded-For has it: plain, or with a port.
fn plain(text: &str) -> Option<IpAddr> {
    let without_port = match text.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?.0,
        None if text.matches(':').count() == 1 => text.split_once(':')?.0,
        None => text,
    };
    without_port.parse().ok()
}

/// An address as Forwarded has it: `for=192.0.2.1;proto=http` or `for="[2001:db8::1]:80"`.
fn tagged(text: &str) -> Option<IpAddr> {
    let value = text.split(';').find_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        name.eq_ignore_ascii_case("for").then_some(value)
    });
    plain(value?.trim_matches('"'))
}

/// Addresses with a common prefix, such as 10.0.0.0/8; the smallest network is a single address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    first: IpAddr,
    bits: u8,
}

/// A text that names no network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is neither an address nor a network such as 10.0.0.0/8")]
pub struct UnknownNetwork(String);

impl Network {
    /// Whether an address is one of them.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.first, address.to_canonical()) {
            (IpAddr::V4(first), IpAddr::V4(address)) => {
                let differing = first.to_bits() ^ address.to_bits();
                differing.leading_zeros() >= u32::from(self.bits)
            }
            (IpAddr::V6(first), IpAddr::V6(address)) => {
                let differing = first.to_bits() ^ address.to_bits();
                differing.leading_zeros() >= u32::from(self.bits)
            }
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = UnknownNetwork;

    fn from_str(text: &str) -> Result<Self, UnknownNetwork> {
        let unknown = || UnknownNetwork(text.to_owned());
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let first = address.parse::<IpAddr>().map_err(|_| unknown())?.to_canonical();
        let most = if first.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), str::parse).map_err(|_: ParseIntError| unknown())?;
        if bits <= most { Ok(Self { first, bits }) } else { Err(unknown()) }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn at(text: &str) -> Client {
        Client::of(text.parse().unwrap())
    }

    fn networks(texts: &[&str]) -> Vec<Network> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn addresses_of_one_household_are_one_client() {
        assert_eq!(at("2001:db8:1:2::1"), at("2001:db8:1:2:ffff::7"));
        assert_ne!(at("2001:db8:1:2::1"), at("2001:db8:1:3::1"));
        assert_eq!(at("::ffff:192.0.2.1"), at("192.0.2.1"));
        assert_ne!(at("192.0.2.1"), at("192.0.2.2"));
    }

    #[test]
    fn networks_hold_what_begins_alike() {
        let network: Network = "10.1.0.0/16".parse().unwrap();
        assert!(
            network.contains("10.1.255.3".parse().unwrap()) && network.contains("::ffff:10.1.0.1".parse().unwrap())
        );
        assert!(!network.contains("10.2.0.1".parse().unwrap()) && !network.contains("::1".parse().unwrap()));
        let all: Network = "0.0.0.0/0".parse().unwrap();
        assert!(all.contains("203.0.113.9".parse().unwrap()));
        let one: Network = "::1".parse().unwrap();
        assert!(one.contains("::1".parse().unwrap()) && !one.contains("::2".parse().unwrap()));
        for text in ["", "10.0.0.0/33", "10.0.0.0/", "10.0.0/8", "localhost", "::1/129", "1.2.3.4/-1"] {
            assert_eq!(text.parse::<Network>(), Err(UnknownNetwork(text.to_owned())));
        }
    }

    #[test]
    fn only_trusted_proxies_are_believed_and_only_their_own_word() {
        let proxies = networks(&["127.0.0.1", "10.0.0.0/8"]);
        for (peer, fields, client) in [
            // No other address is trusted.
            ("192.0.2.9", &[("x-forwarded-for", "198.51.100.1")][..], "192.0.2.9"),
            ("127.0.0.1", &[("x-forwarded-for", "198.51.100.1")], "198.51.100.1"),
            ("127.0.0.1", &[("x-forwarded-for", "198.51.100.1:4711")], "198.51.100.1"),
            ("127.0.0.1", &[("x-forwarded-for", "2001:db8::1")], "2001:db8::1"),
            ("127.0.0.1", &[("x-forwarded-for", "[2001:db8::1]:443")], "2001:db8::1"),
            // What the client wrote itself comes before what the proxy saw.
            ("127.0.0.1", &[("x-forwarded-for", "203.0.113.1, 198.51.100.1")], "198.51.100.1"),
            ("127.0.0.1", &[("x-forwarded-for", "203.0.113.1"), ("x-forwarded-for", "198.51.100.1")], "198.51.100.1"),
            // Through two proxies of ours.
            ("127.0.0.1", &[("x-forwarded-for", "203.0.113.1, 198.51.100.1, 10.0.0.7")], "198.51.100.1"),
            ("10.9.9.9", &[("forwarded", "for=203.0.113.1, For=\"[2001:db8::9]:80\";proto=https")], "2001:db8::9"),
            // Both, and they do not agree: one of them was not written by the proxy.
            ("127.0.0.1", &[("x-forwarded-for", "198.51.100.1"), ("forwarded", "for=203.0.113.1")], "127.0.0.1"),
            ("127.0.0.1", &[("x-forwarded-for", "198.51.100.1"), ("forwarded", "for=198.51.100.1")], "198.51.100.1"),
            // Nothing readable.
            ("127.0.0.1", &[("x-forwarded-for", "unknown")], "127.0.0.1"),
            ("127.0.0.1", &[("x-forwarded-for", "203.0.113.1, nonsense")], "127.0.0.1"),
            ("127.0.0.1", &[("forwarded", "for=_hidden")], "127.0.0.1"),
            ("127.0.0.1", &[("x-forwarded-for", "")], "127.0.0.1"),
            ("127.0.0.1", &[], "127.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            for &(name, value) in fields {
                headers.append(name, HeaderValue::from_static(value));
            }
            let found = Client::behind(peer.parse().unwrap(), &headers, &proxies);
            assert_eq!(found, at(client), "{peer} {fields:?}");
            assert_eq!(Client::behind(peer.parse().unwrap(), &headers, &[]), at(peer), "nobody is trusted by default");
        }
    }
}
