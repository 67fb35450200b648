//! What the server counts, in the format of Prometheus.

use std::fmt;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// Upper bounds of the histogram's buckets for response times, in seconds.
const CLASSES: [f64; 12] = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2.0, 10.0, 60.0];

/// A kind of request.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Route {
    route: String,
}

/// A kind of request and how it ended.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Ending {
    route: String,
    status: u16,
}

/// All that is counted.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Ending, Counter>,
    seconds: Family<Route, Histogram>,
    /// Requests answered from known values, without a search.
    pub(crate) known: Counter,
    /// Searches begun.
    pub(crate) searches: Counter,
    /// Searches that were refused because the queue was full.
    pub(crate) refused: Counter,
    /// Nodes searched.
    pub(crate) nodes: Counter,
    /// Searches that run or wait now.
    pub(crate) busy: Gauge,
    /// Connections that are open now.
    pub(crate) connections: Gauge,
}

impl Metrics {
    /// Nothing counted yet.
    pub(crate) fn new() -> Self {
        let mut registry = Registry::with_prefix("solve");
        let requests = Family::<Ending, Counter>::default();
        let seconds = Family::<Route, Histogram>::new_with_constructor(|| Histogram::new(CLASSES));
        let (known, searches, refused, nodes) =
            (Counter::default(), Counter::default(), Counter::default(), Counter::default());
        let (busy, connections) = (Gauge::default(), Gauge::default());
        registry.register("requests", "Requests by route and status", requests.clone());
        registry.register("response_seconds", "Time until the head of the response", seconds.clone());
        registry.register("known", "Positions answered without a search", known.clone());
        registry.register("searches", "Searches begun", searches.clone());
        registry.register("searches_refused", "Searches refused because the queue was full", refused.clone());
        registry.register("nodes", "Nodes searched", nodes.clone());
        registry.register("searches_now", "Searches that run or wait", busy.clone());
        registry.register("connections_now", "Open connections", connections.clone());
        Self { registry, requests, seconds, known, searches, refused, nodes, busy, connections }
    }

    /// Counts a response.
    pub(crate) fn responded(&self, route: &str, status: u16, time: Duration) {
        self.requests.get_or_create(&Ending { route: route.to_owned(), status }).inc();
        self.seconds.get_or_create(&Route { route: route.to_owned() }).observe(time.as_secs_f64());
    }

    /// All counts as text.
    ///
    /// # Errors
    /// Never, in fact: a string takes any text.
    pub(crate) fn text(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}
