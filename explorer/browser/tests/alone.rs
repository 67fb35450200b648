//! The page without a server in a real browser. `scripts/test --all` builds it and names its folder in SOLVE_STATIC_PAGE.

use std::env;
use std::path::PathBuf;

use browser::{Driver, Files};
use fantoccini::Client;

mod stage;

use stage::{click, evaluate, of_atlas, settled, shown, signed, until};

/// The page, served below a path, and a window.
struct Place {
    files: Files,
    driver: Driver,
    below: String,
}

fn place() -> Place {
    let page = PathBuf::from(env::var_os("SOLVE_STATIC_PAGE").expect("SOLVE_STATIC_PAGE names the folder"));
    let page = page.canonicalize().unwrap();
    let below = page.file_name().unwrap().to_str().unwrap().to_owned();
    let driver = Driver::start().expect("chromium and chromedriver are there");
    Place { files: Files::of(page.parent().unwrap()), driver, below }
}

impl Place {
    async fn open(&self, address: &str) -> Client {
        let window = self.driver.window(1200, 900, false).await;
        self.goto(&window, address).await;
        window
    }

    async fn goto(&self, window: &Client, address: &str) {
        window.goto(&format!("http://127.0.0.1:{}/{}/{address}", self.files.port, self.below)).await.unwrap();
    }
}

async fn text(window: &Client, selector: &str) -> String {
    evaluate(window, &format!("document.querySelector('{selector}').textContent")).await.as_str().unwrap().to_owned()
}

#[tokio::test]
#[ignore = "needs the page without a server: scripts/test --all"]
async fn it_solves_4x8_and_plays_on() {
    let place = place();
    let window = place.open("?board=4x8").await;
    settled(&window).await;
    let (game, moves) = of_atlas("4x8", "othello", "discs");
    assert_eq!(text(&window, "#verdict").await, format!("Black wins by {}", game["lower"]));
    let mut found = shown(&window).await.1;
    found.sort();
    assert_eq!(found, moves);
    // A click plays a move, and the address holds it below the same path.
    click(&window, &format!("[data-square={}]", moves[0].0)).await;
    until(&window, "document.querySelectorAll('#moves li').length === 2").await;
    settled(&window).await;
    let address = evaluate(&window, "location.pathname + location.search").await;
    assert!(address.as_str().unwrap().starts_with(&format!("/{}/index.html?board=4x8", place.below)), "{address}");
    assert!(address.as_str().unwrap().contains(&format!("moves={}", moves[0].0)), "{address}");
    window.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs the page without a server: scripts/test --all"]
async fn it_solves_6x6_with_20_empties_as_the_solver_does() {
    let place = place();
    let text_of = "6x6 --------O-----OO----OOOXXXOOXX--O-XX X";
    let position: solver::Position = text_of.parse().unwrap();
    assert_eq!(position.empties(), 20);
    let mut solver = solver::Solver::default();
    let values = solver.move_values(&solver::Question::exact(position)).unwrap();
    let mut expected: Vec<_> = values
        .iter()
        .map(|(chosen, value)| (chosen.display(position.board()).to_string(), signed(value.discs().into())))
        .collect();
    expected.sort();
    let window = place.open(&format!("?board=6x6&position={}", text_of[4..].replace(' ', "%20"))).await;
    settled(&window).await;
    let mut found = shown(&window).await.1;
    found.sort();
    assert_eq!(found, expected, "{text_of}");
    window.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs the page without a server: scripts/test --all"]
async fn a_search_stops_at_once_and_the_next_one_begins() {
    let place = place();
    let window = place.open("?board=6x7").await;
    until(&window, "!document.querySelector('#search').hidden && document.querySelector('#search-nodes').textContent.includes('nodes')").await;
    click(&window, "#cancel").await;
    until(&window, "document.querySelector('#search').hidden && document.querySelector('#rest-what').textContent.includes('cancelled')").await;
    // By now there is a new worker, and it answers.
    place.goto(&window, "?board=6x7&start=reversi-rows").await;
    until(&window, "document.querySelector('#search-nodes').textContent.includes('nodes')").await;
    let script = "(() => { const begun = performance.now(); document.querySelector('#cancel').click(); \
        const choice = document.querySelector('#board-choice'); choice.value = '4x4'; \
        choice.dispatchEvent(new Event('change')); window.begun = begun; return true; })()";
    evaluate(&window, script).await;
    until(&window, "document.querySelector('#verdict').textContent === 'White wins by 3'").await;
    let took = evaluate(&window, "performance.now() - window.begun").await.as_f64().unwrap();
    assert!(took < 5000.0, "{took} ms from the click to the next answer");
    // A wipe-out on a narrow board is found, however long the board.
    place.goto(&window, "?board=4x12").await;
    until(&window, "document.querySelector('#verdict').textContent === 'Black wins by 48'").await;
    // A board that is too large is not searched, and what is known of it is shown all the same.
    for (board, verdict) in [("8x8", "Not known yet"), ("6x8", "White wins by 1 to 2")] {
        place.goto(&window, &format!("?board={board}")).await;
        until(&window, "document.querySelector('#rest-what').textContent.startsWith('Hopeless here: about ')").await;
        assert_eq!(text(&window, "#verdict").await, verdict, "{board}");
    }
    window.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs the page without a server: scripts/test --all"]
async fn its_other_pages_need_no_server_either() {
    let place = place();
    let window = place.open("boards.html").await;
    until(&window, "document.querySelectorAll('#grid td a').length > 30").await;
    assert_eq!(
        evaluate(&window, "document.querySelector('#grid a[href*=\"6x8-othello-discs\"]') !== null").await,
        true
    );
    click(&window, "#grid a[href*='4x8-othello-discs']").await;
    until(&window, "document.querySelector('#title')?.textContent.startsWith('4 × 8')").await;
    until(&window, "document.querySelectorAll('#moves li').length > 20").await;
    click(&window, "#redo").await;
    until(&window, "location.search.includes('game=4x8-othello-discs') && location.search.includes('ply=1')").await;
    // Everything comes from the page's own folder, and its policy blocked nothing.
    let script = format!(
        "performance.getEntriesByType('resource').every((one) => new URL(one.name).pathname.startsWith('/{}/'))",
        place.below
    );
    assert_eq!(evaluate(&window, &script).await, true);
    // Text is read, an opponent plays.
    place.goto(&window, "?board=4x4").await;
    settled(&window).await;
    let paste = "(() => { document.querySelector('#paste').value = 'b1a1'; document.querySelector('#paste-form').requestSubmit(); return true; })()";
    evaluate(&window, paste).await;
    until(&window, "location.search.includes('moves=b1a1')").await;
    // The page itself makes what a server would send as a file.
    let caught = "(() => { const make = URL.createObjectURL; \
        URL.createObjectURL = (blob) => { blob.text().then((text) => { window.made = text; }); return make(blob); }; \
        document.querySelector('#save-ggf').click(); return true; })()";
    evaluate(&window, caught).await;
    until(&window, "window.made?.startsWith('(;GM[Othello]')").await;
    let oppose = "(() => { const choice = document.querySelector('#opponent'); choice.value = 'solver'; \
        document.querySelector('#opponent-side').value = document.querySelector('#count-X.to-move') ? 'X' : 'O'; \
        choice.dispatchEvent(new Event('change')); return true; })()";
    evaluate(&window, oppose).await;
    until(&window, "document.querySelectorAll('#moves li').length >= 4").await;
    window.close().await.unwrap();
}
