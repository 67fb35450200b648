//! The page where something is short: time, knowledge, light, or hands.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use explorer::{Explorer, Knowledge, Limits, SharedTable, Store, TableName};
use fantoccini::Client;
use fantoccini::key::Key;
use serde_json::json;
use solver::{
    Basis, Board, Bounds, Discs, Mode, Position, ProofTable, Proven, Question, Resources, Scoring, Side, Solver, Start,
};

mod stage;

use stage::{click, evaluate, limits, press, settled, stage, until};

/// The values of a board up to some number of discs, like a book: the real ones of 4x4, and on 8x8 a draw everywhere.
#[derive(Clone)]
struct Opening {
    board: Board,
    scoring: Scoring,
    discs: u32,
    solver: Arc<Mutex<Solver>>,
}

impl Opening {
    fn of(board: &str, discs: u32) -> Explorer {
        let solver = Arc::new(Mutex::new(Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() })));
        let opening = Self { board: board.parse().unwrap(), scoring: Scoring::Discs, discs, solver };
        Explorer::new(Arc::new(opening), Vec::new(), limits())
    }
}

impl ProofTable for Opening {
    fn board(&self) -> Board {
        self.board
    }

    fn scoring(&self) -> Scoring {
        self.scoring
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        let known =
            Position::new(self.board, canonical, Side::Black).filter(|_| canonical.occupied().len() <= self.discs);
        let question = Question::new(known?, Mode::Exact, self.scoring);
        let bounds = match self.board.squares() {
            64 => Bounds::at(0),
            _ => self.solver.lock().unwrap().solve(&question).unwrap().bounds,
        };
        Some(Proven { bounds, best: None, effort: 0, basis: Basis::Proof })
    }

    fn record(&self, _: Discs, _: Proven) {}
}

impl Knowledge for Opening {
    fn table(&self, board: Board, scoring: Scoring) -> Option<SharedTable> {
        (board == self.board).then(|| Arc::new(Self { scoring, ..self.clone() }) as SharedTable)
    }

    fn tables(&self) -> Vec<TableName> {
        vec![TableName { board: self.board, scoring: Scoring::Discs, whole_from: Some(Start::Othello) }]
    }
}

#[tokio::test]
async fn a_server_that_allows_little_time_is_asked_for_no_more() {
    let Some(stage) = stage().await else { return };
    let limits = Limits { time: Duration::from_millis(1500), ..limits() };
    let stage = stage.of(Explorer::new(Arc::new(Store::default()), Vec::new(), limits)).await;
    let window = stage.open("/?board=4x6&moves=b2b3").await;
    // Positions beside the shown one are searched too.
    until(&window, "document.querySelectorAll('#moves .lost').length === 2").await;
    until(&window, "!document.querySelector('#moves').hasAttribute('aria-busy')").await;
    assert_eq!(evaluate(&window, "document.querySelector('#complaint').hidden").await, true);
    window.close().await.unwrap();
}

#[tokio::test]
async fn perfect_play_goes_on_where_a_book_ends() {
    let Some(stage) = stage().await else { return };
    let stage = stage.of(Opening::of("4x4", 7)).await;
    let window = stage.open("/boards/4x4-othello-discs").await;
    let lead = |text: &str| format!("document.querySelector('#lead').textContent === {}", json!(text));
    until(&window, &lead("White wins by 8 if nobody errs.")).await;
    window.close().await.unwrap();
    let stage = stage.of(Opening::of("4x4", 7)).await;
    let window = stage.open("/?board=4x4").await;
    until(&window, "/^ends [0-9]+ : [0-9]+$/.test(document.querySelector('#line .end')?.textContent)").await;
    assert_eq!(evaluate(&window, "document.querySelector('#rest').hidden").await, true);
    window.close().await.unwrap();
}

#[tokio::test]
async fn a_line_that_breaks_off_says_so() {
    let Some(stage) = stage().await else { return };
    let stage = stage.of(Opening::of("8x8", 6)).await;
    let window = stage.open("/?board=8x8").await;
    until(&window, "document.querySelector('#line .end')?.textContent === '\u{2026} not known further'").await;
    until(&window, "!document.querySelector('#search').hidden").await;
    let what = evaluate(&window, "document.querySelector('#search-what').textContent").await;
    assert_eq!(what, "Searching for the rest of perfect play");
    until(&window, "document.querySelector('#search-nodes').textContent.includes('nodes')").await;
    click(&window, "#cancel").await;
    until(&window, "document.querySelector('#search').hidden && !document.querySelector('#rest').hidden").await;
    click(&window, "#best").await;
    until(&window, "location.search.includes('moves=')").await;
    click(&window, "#undo").await;
    until(&window, "document.querySelector('#rest-what').textContent === 'Perfect play is not known to its end.'")
        .await;
    window.close().await.unwrap();
}

/// Where the controls are, in pixels from the top of the page. A click goes where a button was, so they may not move while
/// a search begins or ends.
async fn controls(window: &Client) -> f64 {
    let top = "document.querySelector('#undo').getBoundingClientRect().top + scrollY";
    evaluate(window, top).await.as_f64().unwrap()
}

#[tokio::test]
async fn the_controls_stay_where_they_are_while_notices_come_and_go() {
    let Some(stage) = stage().await else { return };
    let stage = stage.of(Opening::of("8x8", 6)).await;
    for (width, height, is_phone) in [(1200, 900, false), (800, 900, false), (360, 740, true)] {
        let window = stage.open_in("/?board=8x8", width, height, is_phone).await;
        until(&window, "!document.querySelector('#search').hidden").await;
        until(&window, "document.querySelector('#search-nodes').textContent !== ''").await;
        let searching = controls(&window).await;
        click(&window, "#cancel").await;
        until(&window, "!document.querySelector('#rest').hidden").await;
        assert_eq!(controls(&window).await, searching, "the rest, {width} pixels");
        window.execute("document.querySelector('#rest').hidden = true", vec![]).await.unwrap();
        assert_eq!(controls(&window).await, searching, "nothing, {width} pixels");
        window.close().await.unwrap();
    }
}

#[tokio::test]
async fn letters_can_be_kept_to_the_board_and_home_scrolls() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/?board=4x4&moves=b1").await;
    settled(&window).await;
    // Nothing has the focus: the window scrolls.
    for key in [Key::Home, Key::End] {
        press(&window, key).await;
    }
    until(&window, "scrollY > 0").await;
    assert_eq!(evaluate(&window, "location.search.includes('ply=')").await, false);
    // On the game's buttons, both keys step through the game.
    window
        .execute("document.querySelector('#redo').disabled = false; document.querySelector('#redo').focus()", vec![])
        .await
        .unwrap();
    press(&window, Key::Home).await;
    until(&window, "location.search.includes('ply=0')").await;
    press(&window, 'r').await;
    until(&window, "!location.search.includes('ply=')").await;
    click(&window, "#letter-keys").await;
    // The checkbox itself has the focus, and nobody types in it.
    press(&window, 'u').await;
    press(&window, Key::Left).await;
    until(&window, "location.search.includes('ply=0')").await;
    press(&window, 'r').await;
    window.execute("document.querySelector('.cell[tabindex=\"0\"]').focus()", vec![]).await.unwrap();
    assert_eq!(evaluate(&window, "location.search.includes('ply=0')").await, true);
    press(&window, 'r').await;
    until(&window, "!location.search.includes('ply=')").await;
    // The browser remembers the choice.
    window.refresh().await.unwrap();
    until(&window, "document.querySelector('#letter-keys').checked === false").await;
    window.close().await.unwrap();
}

/// A function of two colours: their contrast, as WCAG 2 computes it. Both have to be opaque.
const CONTRAST: &str = "const parts = (text) => { const found = /^rgb\\((\\d+), (\\d+), (\\d+)\\)$/.exec(text); \
    if (!found) throw new Error(text); return found.slice(1).map(Number); }; \
    const light = (text) => { const [r, g, b] = parts(text).map((one) => one / 255).map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4); \
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; }; \
    const contrast = (one, other) => { const [low, high] = [light(one), light(other)].sort((a, b) => a - b); return (high + 0.05) / (low + 0.05); }; \
    const style = (selector) => getComputedStyle(document.querySelector(selector));";

#[tokio::test]
async fn what_is_no_text_has_contrast_in_light_and_dark() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/?board=4x4").await;
    settled(&window).await;
    click(&window, "#show-values").await;
    press(&window, 'g').await;
    until(&window, "document.activeElement.matches('.cell:focus-visible')").await;
    for theme in ["light", "dark"] {
        window.execute(&format!("document.documentElement.dataset.theme = '{theme}'"), vec![]).await.unwrap();
        let script = format!(
            "{CONTRAST} const felt = style('.cell').backgroundColor; const card = style('.card').backgroundColor; return {{ \
             ring: contrast(style('.cell:focus-visible').outlineColor, felt), \
             edge: contrast(style('.cell:focus-visible').outlineColor, style('.cell:focus-visible').boxShadow.match(/rgb\\([^)]*\\)/)[0]), \
             hint: contrast(style('.hint').backgroundColor, felt), \
             select: contrast(style('#board-choice').borderTopColor, card), \
             textarea: contrast(style('#paste').borderTopColor, card), \
             paper: contrast(style('#board-choice').borderTopColor, style('body').backgroundColor) }}"
        );
        let found = window.execute(&script, vec![]).await.unwrap();
        for (what, contrast) in found.as_object().unwrap() {
            assert!(contrast.as_f64().unwrap() >= 3.0, "{what}, {theme}: {found}");
        }
    }
    window.close().await.unwrap();
}
