//! Answers questions from standard input, one a line as JSON, by the page without a server: each by a new worker in
//! chromium. The first line of output says how many milliseconds the page takes to show the value of 4x8 after its
//! address is opened: once with everything to be fetched, once more from the browser's cache.
//!
//! ```text
//! cargo run --release --example alone -- FOLDER < questions.jsonl
//! ```

use std::io::{self, BufRead};
use std::path::Path;
use std::time::Duration;

use browser::{Driver, Files};
use fantoccini::Client;
use fantoccini::wd::TimeoutConfiguration;
use serde_json::{Value, json};

/// Waits for the verdict, in the page.
const FIRST_VALUE: &str = "const done = arguments[0]; const look = () => \
    document.querySelector('#verdict').textContent.includes('wins') ? done(performance.now()) : setTimeout(look, 2); look();";
/// Lets a fresh worker answer a question.
const ASK: &str = "const [question, means, done] = arguments; \
    fetch('explorer.wasm').then((response) => WebAssembly.compileStreaming(response)).then((code) => { \
        const worker = new Worker('worker.js', { type: 'module' }); \
        worker.onmessage = ({ data }) => { if ('answer' in data) { worker.terminate(); done(data.answer.text); } }; \
        worker.postMessage({ code, means }); \
        worker.postMessage(question); \
    });";

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let folder = std::env::args().nth(1).expect("the page's folder is given");
    let files = Files::of(Path::new(&folder));
    let driver = Driver::start().expect("chromium and chromedriver are there");
    let window = driver.window(1200, 900, false).await;
    let hour = Duration::from_secs(3600);
    window
        .update_timeouts(TimeoutConfiguration::new(Some(hour), Some(hour), None))
        .await
        .expect("searches may take long");
    let address = format!("http://127.0.0.1:{}/index.html", files.port);
    let mut first = Vec::new();
    for _ in 0..2 {
        window.goto(&format!("{address}?board=4x8")).await.expect("the page opens");
        first.push(asked(&window, FIRST_VALUE, vec![]).await);
        window.goto("about:blank").await.expect("the page can be left");
    }
    println!("{}", json!({ "first_value_ms": first }));
    window.goto(&format!("{address}?board=3x3")).await.expect("the page opens");
    let means = json!({ "memoryBytes": 64 << 20, "remembered": 1 << 16, "seconds": 600 });
    for line in io::stdin().lock().lines() {
        let question: Value = serde_json::from_str(&line?)?;
        let answer = asked(&window, ASK, vec![question, means.clone()]).await;
        println!("{}", answer.as_str().unwrap_or_default());
    }
    window.close().await.expect("the window closes");
    Ok(())
}

async fn asked(window: &Client, script: &str, arguments: Vec<Value>) -> Value {
    window.execute_async(script, arguments).await.expect("the script runs")
}
