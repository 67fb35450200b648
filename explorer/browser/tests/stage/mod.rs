//! A server and a browser, and what tests do with them. If chromium or chromedriver is missing, each test says so and
//! passes, unless SOLVE_BROWSER=required is set.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs};

use browser::Driver;
use explorer::{Explorer, Limits, Store, serve};
use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::{Client, Locator};
use serde_json::Value;
use tokio::net::TcpListener;

/// The ledger of a finished campaign: a draw.
pub(crate) const LEDGER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/campaigns/6x7-othello/ledger.txt");
/// How long the page may take for anything. A busy machine looks at a campaign rarely: it rests four times as long as a
/// look took.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long a search of the server may take.
const SEARCH: Duration = Duration::from_secs(20);

/// A server and a browser.
pub(crate) struct Stage {
    pub(crate) server: String,
    pub(crate) driver: Driver,
}

/// Reports that the running test could not run here: on standard error, and in the file that SOLVE_SKIPPED names, which
/// `scripts/test` shows at its end.
pub(crate) fn skipped(reason: &str) {
    let thread = std::thread::current();
    let line = format!("{}: {reason}\n", thread.name().unwrap_or("a test"));
    eprint!("skipped: {line}");
    if let Some(list) = env::var_os("SOLVE_SKIPPED") {
        let file = fs::OpenOptions::new().append(true).create(true).open(list);
        file.and_then(|mut file| file.write_all(line.as_bytes())).expect("the list of skipped tests can be written");
    }
}

/// A stage; if there is no browser, says so and returns `None`.
pub(crate) async fn stage() -> Option<Stage> {
    let Some(driver) = Driver::start() else {
        assert!(env::var_os("SOLVE_BROWSER").is_none(), "chromium or chromedriver is missing");
        skipped("chromium or chromedriver is missing");
        return None;
    };
    Some(Stage { server: served(&[]).await, driver })
}

/// A server that shows these campaigns.
pub(crate) async fn served(campaigns: &[PathBuf]) -> String {
    hosted(Explorer::new(Arc::new(Store::default()), Vec::new(), limits()).with_campaigns(campaigns).unwrap()).await
}

/// Small limits.
pub(crate) fn limits() -> Limits {
    Limits { memory_bytes: 16 << 20, searches: 2, time: SEARCH, ..Limits::default() }
}

/// A server of an explorer.
async fn hosted(explorer: Explorer) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(serve(explorer, listener, std::future::pending()));
    server
}

/// A folder, among the temporary files, with the first lines of a ledger from the repository. Each run makes it anew.
pub(crate) fn campaign(name: &str, lines: usize) -> PathBuf {
    let folder = env::temp_dir().join(format!("page-{}-{name}", std::process::id())).join(name);
    fs::create_dir_all(&folder).unwrap();
    let ledger = fs::read_to_string(LEDGER).unwrap();
    let begin: String = ledger.split_inclusive('\n').take(lines).collect();
    fs::write(folder.join("ledger.txt"), begin).unwrap();
    folder
}

impl Stage {
    /// The same browser with a server that shows a campaign.
    pub(crate) async fn watching(self, folder: &Path) -> Self {
        Self { server: served(std::slice::from_ref(&folder.to_owned())).await, ..self }
    }

    /// The same browser with a server of an explorer.
    pub(crate) async fn of(self, explorer: Explorer) -> Self {
        Self { server: hosted(explorer).await, ..self }
    }

    pub(crate) async fn open(&self, address: &str) -> Client {
        self.open_in(address, 1200, 900, false).await
    }

    /// The page at an address in a window of this many pixels, perhaps of a phone.
    pub(crate) async fn open_in(&self, address: &str, width: u32, height: u32, is_phone: bool) -> Client {
        let window = self.driver.window(width, height, is_phone).await;
        window.goto(&format!("{}{address}", self.server)).await.unwrap();
        window
    }
}

/// A value as the page writes it.
pub(crate) fn signed(value: i64) -> String {
    if value == 0 { "0".to_owned() } else { format!("{value:+}").replace('-', "\u{2212}") }
}

/// What the atlas says about a game, and the values of its first moves as the page writes them, in order.
pub(crate) fn of_atlas(board: &str, start: &str, scoring: &str) -> (Value, Vec<(String, String)>) {
    let atlas: Value = serde_json::from_str(include_str!("../../../../data/atlas.json")).unwrap();
    let is_it = |game: &&Value| {
        (&game["board"], &game["start"], &game["scoring"]) == (&board.into(), &start.into(), &scoring.into())
    };
    let game = atlas["games"].as_array().unwrap().iter().find(is_it).unwrap().clone();
    let moves = game["moves"].as_object().unwrap().iter();
    let mut moves: Vec<_> = moves.map(|(name, limits)| (name.clone(), signed(limits[0].as_i64().unwrap()))).collect();
    moves.sort();
    (game, moves)
}

/// Runs a script and returns its value.
pub(crate) async fn evaluate(window: &Client, script: &str) -> Value {
    window.execute(&format!("return {script}"), vec![]).await.unwrap_or_else(|error| panic!("{script}: {error}"))
}

/// Waits until a script returns true.
pub(crate) async fn until(window: &Client, script: &str) {
    let end = tokio::time::Instant::now() + PATIENCE;
    while evaluate(window, script).await != true {
        if tokio::time::Instant::now() > end {
            let shown = evaluate(window, "document.body.innerText").await;
            panic!("never: {script}\n{}", shown.as_str().unwrap_or_default());
        }
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
}

pub(crate) async fn press(window: &Client, key: impl Into<char>) {
    let key = key.into();
    let actions =
        KeyActions::new("keys".to_owned()).then(KeyAction::Down { value: key }).then(KeyAction::Up { value: key });
    window.perform_actions(actions).await.unwrap();
}

pub(crate) async fn click(window: &Client, selector: &str) {
    window.find(Locator::Css(selector)).await.unwrap().click().await.unwrap();
}

/// Waits until every move of the shown position has its value.
pub(crate) async fn settled(window: &Client) {
    const IS_SETTLED: &str = "document.querySelector('#search').hidden \
        && !document.querySelector('.cell .unknown, .cell .hint, .cell .limits') \
        && !document.querySelector('#verdict').textContent.includes('Not known') \
        && Boolean(document.querySelector('.cell .value') || !document.querySelector('#pass').hidden \
            || document.querySelector('#detail').textContent.includes('is over'))";
    until(window, IS_SETTLED).await;
}

/// The position on the page, read from its cells.
pub(crate) async fn shown(window: &Client) -> (String, Vec<(String, String)>) {
    let script = "(() => { const cells = [...document.querySelectorAll('.cell')]; \
        const disc = (cell) => cell.querySelector('.disc.black') ? 'X' : cell.querySelector('.disc.white') ? 'O' : '-'; \
        const side = document.querySelector('#count-X.to-move') ? 'X' : 'O'; \
        const values = cells.filter((cell) => cell.querySelector('.value')).map((cell) => [cell.dataset.square, cell.querySelector('.value').textContent]); \
        return [cells.map(disc).join('') + ' ' + side, values]; })()";
    let both = evaluate(window, script).await;
    let values = both[1].as_array().unwrap().iter();
    let pair = |one: &Value| (one[0].as_str().unwrap().to_owned(), one[1].as_str().unwrap().to_owned());
    (both[0].as_str().unwrap().to_owned(), values.map(pair).collect())
}
