//! The explorer's answers as a WebAssembly module: for the page that loads it.
//!
//! Texts cross the boundary as UTF-8 in the module's memory. The page asks [`room`] for this many bytes, writes its
//! question there and calls [`answer`], which passes the events of a search to `tell` and then the answer to `reply`.
//! `explorer/web/src/module.js` is the other side. On other targets the crate is empty.
#![cfg(target_arch = "wasm32")]

use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use answers::search::Host;
use answers::standalone::{Response, Standalone};

/// What the page provides.
mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Milliseconds since some fixed moment.
        pub(super) safe fn now() -> f64;
        /// An event of a search and its data.
        pub(super) safe fn tell(event: *const u8, event_length: usize, data: *const u8, data_length: usize);
        /// An answer: 0 JSON, 1 text, 2 what is wrong.
        pub(super) safe fn reply(kind: u32, text: *const u8, length: usize);
        /// What the module says before it panics.
        pub(super) safe fn complain(text: *const u8, length: usize);
    }
}

/// The page as a host.
struct Page;

impl Host for Page {
    fn now(&self) -> Duration {
        Duration::from_secs_f64(page::now().max(0.0) / 1e3)
    }

    fn tell(&self, event: &'static str, data: String) {
        page::tell(event.as_ptr(), event.len(), data.as_ptr(), data.len());
    }
}

/// The question that the page writes.
static QUESTION: Mutex<Vec<u8>> = Mutex::new(Vec::new());
/// What answers, with the means that the page grants.
static SOLVER: Mutex<Option<Standalone>> = Mutex::new(None);

/// Opens the solver with this much memory for its table and this many seconds per search. It forgets what an earlier one knew.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn open(memory_bytes: usize, remembered: usize, seconds: u32) {
    static PANICS: LazyLock<()> = LazyLock::new(|| {
        std::panic::set_hook(Box::new(|panic| {
            let text = panic.to_string();
            page::complain(text.as_ptr(), text.len());
        }));
    });
    LazyLock::force(&PANICS);
    let time = Duration::from_secs(seconds.into());
    *SOLVER.lock().unwrap_or_else(PoisonError::into_inner) =
        Some(Standalone::new(Arc::new(Page), memory_bytes, remembered, time));
}

/// Where the page writes a question of this many bytes.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut question = QUESTION.lock().unwrap_or_else(PoisonError::into_inner);
    question.clear();
    question.resize(length, 0);
    question.as_mut_ptr()
}

/// Answers the question that the page wrote.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answer() {
    let question = std::mem::take(&mut *QUESTION.lock().unwrap_or_else(PoisonError::into_inner));
    let mut solver = SOLVER.lock().unwrap_or_else(PoisonError::into_inner);
    let response = match (&mut *solver, str::from_utf8(&question)) {
        (Some(solver), Ok(question)) => solver.answer(question),
        (None, _) => Response::Error("the solver was not opened".to_owned()),
        (_, Err(error)) => Response::Error(error.to_string()),
    };
    let (kind, text) = match &response {
        Response::Json(text) => (0, text),
        Response::Text(text) => (1, text),
        Response::Error(text) => (2, text),
    };
    page::reply(kind, text.as_ptr(), text.len());
}
