//! What the server counts, in the format of Prometheus.

use std::fmt;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// Upper bounds of the histogram's buckets for response times, in seconds.
const CLASSES: [f64; 12] = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2.0, 10.0, 60.0];

/// Names and values that tell counts of one kind apart.
type Labels = Vec<(&'static str, String)>;

/// All that is counted.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Labels, Counter>,
    seconds: Family<Labels, Histogram>,
    /// Requests answered from known values, without a search.
    pub(crate) known: Counter,
    /// Searches begun.
    pub(crate) searches: Counter,
    /// Searches that were refused because the queue was full.
    pub(crate) refused: Counter,
    /// Nodes searched.
    pub(crate) nodes: Counter,
    busy: Gauge,
    connections: Gauge,
}

impl Metrics {
    /// Nothing counted yet.
    pub(crate) fn new() -> Self {
        let mut registry = Registry::with_prefix("solve");
        let requests = Family::<Labels, Counter>::default();
        let seconds = Family::<Labels, Histogram>::new_with_constructor(|| Histogram::new(CLASSES));
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
        let mut labels = vec![("route", route.to_owned())];
        self.seconds.get_or_create(&labels).observe(time.as_secs_f64());
        labels.push(("status", status.to_string()));
        self.requests.get_or_create(&labels).inc();
    }

    /// All counts as text, with the searches that run or wait now and the connections that are open.
    ///
    /// # Errors
    /// Never, in fact: a string takes any text.
    pub(crate) fn text(&self, busy: usize, connections: usize) -> Result<String, fmt::Error> {
        self.busy.set(busy as i64);
        self.connections.set(connections as i64);
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}
