//! What all requests share.

use std::path::PathBuf;
use std::sync::Arc;

use answers::knowledge::{Counts, Knowledge, TableName};
use answers::lookup::Books;
use tokio::sync::{oneshot, watch};

use crate::access::Access;
use crate::campaigns::{Campaigns, NoCampaign};
use crate::certificates::Certificate;
use crate::client::Client;
use crate::counting::Counting;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::readers::Readers;
use crate::turns::{Shares, Turns};

/// Large answers on their way at the same time. Each is at most about three megabytes: a batch, or the contents of a
/// text.
const LARGE: Shares = Shares { places: 0, tickets: 48, per_client: 16 };

/// The explorer: what is known, the threads that search, and the counters.
///
/// Clones share all of it. When the last one is dropped, the searching threads end.
#[derive(Clone)]
pub struct Explorer {
    pub(crate) shared: Arc<Shared>,
    pub(crate) access: Arc<Access>,
    pub(crate) campaigns: Arc<Campaigns>,
}

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) limits: Limits,
    pub(crate) books: Arc<Books>,
    pub(crate) pool: Pool,
    readers: Readers,
    /// Each large answer that is still unread holds a ticket, which limits the memory they take.
    pub(crate) large: Arc<Turns>,
    pub(crate) metrics: Metrics,
    pub(crate) certificates: Vec<Arc<Certificate>>,
    /// What the tables hold.
    counting: Counting,
    /// Becomes true when the server has to end.
    pub(crate) ending: watch::Sender<bool>,
}

impl Explorer {
    /// An explorer of what is known, with certificates to offer. What the tables hold is counted in the background.
    ///
    /// # Panics
    /// If the system cannot start threads.
    #[must_use]
    pub fn new(knowledge: Arc<dyn Knowledge>, certificates: Vec<Certificate>, limits: Limits) -> Self {
        let counting = Counting::of(&knowledge);
        let shared = Shared {
            books: Arc::new(Books::new(knowledge, limits.remembered, limits.memory_bytes)),
            pool: Pool::new(&limits),
            readers: Readers::default(),
            large: Turns::new(LARGE),
            metrics: Metrics::new(),
            ending: watch::Sender::new(false),
            certificates: certificates.into_iter().map(Arc::new).collect(),
            counting,
            limits,
        };
        Self { shared: Arc::new(shared), access: Arc::default(), campaigns: Arc::default() }
    }

    /// The same explorer with these rules of access.
    #[must_use]
    pub fn with_access(self, access: Access) -> Self {
        Self { access: Arc::new(access), ..self }
    }

    /// The same explorer, showing the campaigns in these folders. It only reads them, while others may work on them.
    ///
    /// # Errors
    /// One of them holds no campaign.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn with_campaigns(self, folders: &[PathBuf]) -> Result<Self, NoCampaign> {
        Ok(Self { campaigns: Arc::new(Campaigns::of(folders)?), ..self })
    }

    /// Tells every search to end; those that come later end at once.
    pub fn stop(&self) {
        self.shared.ending.send_replace(true);
    }
}

impl Shared {
    /// Completes when the server has to end.
    pub(crate) async fn ends(&self) {
        // The sender lives as long as this does, so it cannot fail.
        let _ = self.ending.subscribe().wait_for(|&ends| ends).await;
    }

    /// Looks something up for a client, on a thread that may wait for the disk; nothing if that panicked.
    pub(crate) async fn look<T: Send + 'static>(
        self: &Arc<Self>,
        client: Client,
        look: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> Option<T> {
        let (sender, found) = oneshot::channel();
        let shared = Arc::clone(self);
        let is_short = self.readers.add(client, move || {
            // The client may be gone by now.
            if !sender.is_closed() {
                let _ = sender.send(look(&shared));
            }
        });
        if is_short {
            let shared = Arc::clone(self);
            tokio::task::spawn_blocking(move || shared.readers.work());
        }
        found.await.ok()
    }

    /// What a table holds, once counted; asking for a new table queues it.
    pub(crate) fn counts(&self, table: TableName) -> Option<Counts> {
        self.counting.counts(table)
    }
}
