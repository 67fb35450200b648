//! What all requests share.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use answers::knowledge::Knowledge;
use answers::lookup::{Books, Subject, View};
use answers::opponents::Opponent;
use answers::question::Setup;
use answers::search::{Ending, Found, Search};
use axum::body::Bytes;
use solver::{Board, Scoring, Start};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::Receiver;

use crate::access::Access;
use crate::campaigns::Campaigns;
use crate::counting::Counting;
use crate::error::ApiError;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::pool::{News, Pool};

/// A proof certificate on offer, beside the value it makes a claim about. It is not checked here; the recipient can
/// check it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Its name in addresses: letters, digits, `.`, `-` and `_`.
    pub name: String,
    /// What it claims, in a sentence.
    pub claim: String,
    /// The board of the position whose value it bounds.
    pub board: Board,
    /// The start, if the position is one.
    pub start: Option<Start>,
    /// Who gets the empties.
    pub scoring: Scoring,
    /// The file.
    pub bytes: Bytes,
}

impl Certificate {
    /// Whether a name can appear in an address unescaped.
    #[must_use]
    pub fn is_plain(name: &str) -> bool {
        !name.is_empty()
            && !name.starts_with('.')
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte))
    }
}

/// The explorer: what is known, the threads that search, and the counters. When it is dropped, these threads end.
pub struct Explorer {
    pub(crate) limits: Limits,
    pub(crate) books: Arc<Books>,
    pub(crate) pool: Pool,
    pub(crate) metrics: Arc<Metrics>,
    /// For connections.
    pub(crate) places: Arc<Semaphore>,
    pub(crate) certificates: Vec<Certificate>,
    /// What the tables hold.
    pub(crate) counting: Counting,
    pub(crate) access: Access,
    pub(crate) campaigns: Arc<Campaigns>,
    /// Whether only this machine can reach it.
    pub(crate) is_private: bool,
}

/// What is known, campaigns included.
fn books(campaigns: &Arc<Campaigns>, limits: &Limits) -> Arc<Books> {
    Arc::new(Books::new(Arc::clone(campaigns) as Arc<dyn Knowledge>, limits.remembered, limits.memory_bytes))
}

impl Explorer {
    /// An explorer of what is known, with certificates to offer. What the tables hold is counted in the background.
    ///
    /// # Panics
    /// If the system cannot start threads.
    #[must_use]
    pub fn new(knowledge: Arc<dyn Knowledge>, certificates: Vec<Certificate>, limits: Limits) -> Self {
        let counting = Counting::of(&knowledge);
        let campaigns = Arc::new(Campaigns::of(&[], knowledge).expect("no folder is wrong"));
        let metrics = Arc::new(Metrics::new());
        Self {
            books: books(&campaigns, &limits),
            pool: Pool::new(&limits, Arc::clone(&metrics)),
            metrics,
            places: Arc::new(Semaphore::new(limits.connections.clamp(1, Semaphore::MAX_PERMITS))),
            certificates,
            counting,
            limits,
            access: Access::default(),
            campaigns,
            is_private: false,
        }
    }

    /// The same explorer with these rules of access.
    #[must_use]
    pub fn with_access(self, access: Access) -> Self {
        Self { access, ..self }
    }

    /// The same explorer, showing the campaigns in these folders, and what their ledgers say of positions. It only reads them,
    /// while others may work on them.
    ///
    /// # Errors
    /// One of them holds no campaign: a sentence.
    pub fn with_campaigns(self, folders: &[PathBuf]) -> Result<Self, String> {
        let campaigns = Arc::new(Campaigns::of(folders, Arc::clone(&self.books.knowledge))?);
        Ok(Self { books: books(&campaigns, &self.limits), campaigns, ..self })
    }

    /// Tells every search to end; those that come later are refused.
    pub fn stop(&self) {
        self.pool.stop();
    }

    /// Looks something up on a thread that may wait for the disk.
    ///
    /// # Errors
    /// That panicked.
    pub(crate) async fn look<T: Send + 'static>(
        self: &Arc<Self>,
        look: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let explorer = Arc::clone(self);
        tokio::task::spawn_blocking(move || look(&explorer)).await.map_err(|_| ApiError::Internal)
    }

    /// What is known of a position.
    ///
    /// # Errors
    /// What is known is contradictory.
    pub(crate) async fn view(self: &Arc<Self>, subject: Subject) -> Result<View, ApiError> {
        let view = self.look(move |explorer| explorer.books.view(&subject, true)).await?;
        if view.is_false() { Err(ApiError::Table(subject.position)) } else { Ok(view) }
    }

    /// Begins a search for a client, or queues it. It ends when nobody receives its news any more.
    ///
    /// # Errors
    /// Too many run or wait already.
    pub(crate) async fn search(
        self: &Arc<Self>,
        client: IpAddr,
        setup: Setup,
        opponent: Option<Opponent>,
        time: Duration,
        is_watched: bool,
    ) -> Result<Receiver<News>, ApiError> {
        let begin = move |explorer: &Self| {
            let search = |host| Search::new(&explorer.books, host, setup, opponent, time, is_watched);
            explorer.pool.begin(client, search)
        };
        self.look(begin).await?.ok_or(ApiError::Busy)
    }

    /// What a search finds that nobody watches.
    ///
    /// # Errors
    /// It gets no turn, or something in a table is false.
    pub(crate) async fn find(
        self: &Arc<Self>,
        client: IpAddr,
        setup: &Setup,
        opponent: Option<Opponent>,
        time: Duration,
    ) -> Result<Found, ApiError> {
        let mut news = self.search(client, setup.clone(), opponent, time, false).await?;
        loop {
            match news.recv().await.ok_or(ApiError::Internal)? {
                News::Event(..) => {}
                News::End(found) => match found.ending {
                    Ending::Table(position) => return Err(ApiError::Table(position)),
                    Ending::Busy => return Err(ApiError::Busy),
                    _ => return Ok(*found),
                },
            }
        }
    }
}
