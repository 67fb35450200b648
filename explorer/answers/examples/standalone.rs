//! Answers questions from standard input, one a line as JSON, each as if it were the first. The clock stands still unless
//! `--clock` is given, so the answers are the same everywhere, to the node. The tests compare the WebAssembly module
//! with it.
//!
//! ```text
//! echo '{"path": "/api/solve", "query": {"board": "4x4"}}' | cargo run --release --example standalone
//! ```

use std::env;
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use answers::search::Host;
use answers::standalone::{Response, Standalone};

/// Records what it receives.
struct Listener {
    said: Mutex<Vec<String>>,
    begun: Option<Instant>,
}

impl Host for Listener {
    fn now(&self) -> Duration {
        self.begun.map_or(Duration::ZERO, |begun| begun.elapsed())
    }

    fn tell(&self, event: &'static str, data: String) {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).push(format!("{event} {data}"));
    }
}

fn main() -> io::Result<()> {
    let has_clock = env::args().any(|argument| argument == "--clock");
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let listener = Arc::new(Listener { said: Mutex::default(), begun: has_clock.then(Instant::now) });
        let host = Arc::clone(&listener) as Arc<dyn Host>;
        let response = Standalone::new(host, 64 << 20, 1 << 16, Duration::from_secs(600)).answer(&line?);
        for event in listener.said.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            writeln!(out, "{event}")?;
        }
        match response {
            Response::Json(text) => writeln!(out, "json {text}")?,
            Response::Text(text) => writeln!(out, "text {}", text.trim_end())?,
            Response::Error(text) => writeln!(out, "error {text}")?,
        }
    }
    Ok(())
}
