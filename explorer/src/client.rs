//! Who asks: the address to which limits and shares apply.

use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName};

/// The header to which proxies add their client's address.
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// A client that asks by no network.
pub(crate) const NOBODY: IpAddr = IpAddr::V6(Ipv6Addr::UNSPECIFIED);

/// The client at an address: an IPv4 address, or the 64 leading bits of an IPv6 address, since a household or a rented
/// server commands all 2^64 addresses below them.
pub(crate) fn client_at(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        address @ IpAddr::V4(_) => address,
    }
}

/// The client behind a connection: its peer or, if that is a trusted proxy, the client for whom the proxy says it asks.
pub(crate) fn client_behind(peer: IpAddr, headers: &HeaderMap, proxies: &[Network]) -> IpAddr {
    let is_proxy = |address: IpAddr| proxies.iter().any(|network| network.contains(address));
    if !is_proxy(peer) {
        return client_at(peer);
    }
    let lists = headers.get_all(&X_FORWARDED_FOR).into_iter().map(|list| list.to_str().unwrap_or("unreadable"));
    let chain: Vec<_> = lists.flat_map(|list| list.split(',')).map(|one| address(one.trim())).collect();
    // The last address that is not one of our proxies is what our proxy saw. All before it is hearsay.
    let seen = chain.into_iter().rev().find(|one| one.is_none_or(|one| !is_proxy(one)));
    client_at(seen.flatten().unwrap_or(peer))
}

/// An address, plain or with a port.
fn address(text: &str) -> Option<IpAddr> {
    let without_port = match text.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?.0,
        None if text.matches(':').count() == 1 => text.split_once(':')?.0,
        None => text,
    };
    without_port.parse().ok()
}

/// Addresses with a common prefix, such as 10.0.0.0/8; the smallest network is a single address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    /// As an IPv6 address.
    first: u128,
    bits: u32,
}

/// An address as bits of IPv6.
fn bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits(),
    }
}

impl Network {
    /// Whether an address is one of them.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        (bits(address) ^ self.first).leading_zeros() >= self.bits
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let network = || {
            let (address, prefix) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
            let address: IpAddr = address.parse().ok()?;
            let most: u32 = if address.is_ipv4() { 32 } else { 128 };
            let prefix = prefix.map_or(Some(most), |bits| bits.parse().ok()).filter(|&bits| bits <= most)?;
            Some(Self { first: bits(address), bits: 128 - most + prefix })
        };
        network().ok_or_else(|| format!("'{text}' is neither an address nor a network such as 10.0.0.0/8"))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn at(text: &str) -> IpAddr {
        client_at(text.parse().unwrap())
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
            assert!(text.parse::<Network>().is_err(), "{text}");
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
            ("10.9.9.9", &[("x-forwarded-for", "198.51.100.1, [2001:db8::9]:80")], "2001:db8::9"),
            // Nothing readable.
            ("127.0.0.1", &[("x-forwarded-for", "unknown")], "127.0.0.1"),
            ("127.0.0.1", &[("x-forwarded-for", "203.0.113.1, nonsense")], "127.0.0.1"),
            ("127.0.0.1", &[("x-forwarded-for", "")], "127.0.0.1"),
            ("127.0.0.1", &[], "127.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            for &(name, value) in fields {
                headers.append(name, HeaderValue::from_static(value));
            }
            let found = client_behind(peer.parse().unwrap(), &headers, &proxies);
            assert_eq!(found, at(client), "{peer} {fields:?}");
            assert_eq!(client_behind(peer.parse().unwrap(), &headers, &[]), at(peer), "nobody is trusted by default");
        }
    }
}
