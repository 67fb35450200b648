//! The page in a real browser: values, campaigns, the atlas.

use std::time::Duration;
use std::{env, fs};

use fantoccini::key::Key;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};
use solver::notation::parse_position;
use solver::{Question, Resources, Solver};

mod stage;

use stage::{LEDGER, campaign, click, evaluate, of_atlas, press, settled, shown, signed, skipped, stage, until};

/// Checks the values on the page against a solver of this test.
fn check(board: &str, position: &str, values: &[(String, String)]) {
    let position = parse_position(board.parse().unwrap(), position).unwrap();
    let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
    let moves = solver.move_values(&Question::exact(position)).unwrap();
    let squares = moves.into_iter().filter(|(chosen, _)| *chosen != solver::Move::Pass);
    let expected: Vec<(String, String)> = squares
        .map(|(chosen, value)| (chosen.display(position.board()).to_string(), signed(value.discs().into())))
        .collect();
    assert_eq!(values, expected, "{position}");
}

#[tokio::test]
async fn a_game_is_played_to_its_end_and_every_value_is_the_solvers() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/?board=4x4&start=reversi").await;
    for ply in 0..40 {
        settled(&window).await;
        if evaluate(&window, "document.querySelector('#detail').textContent")
            .await
            .as_str()
            .unwrap()
            .contains("is over")
        {
            let moves = evaluate(&window, "document.querySelectorAll('#moves li').length").await;
            assert_eq!(moves, ply + 1);
            assert!(ply >= 8, "the game ended after {ply} plies");
            window.close().await.unwrap();
            return;
        }
        let (position, values) = shown(&window).await;
        check("4x4", &position, &values);
        // Not the best moves, so that there are mistakes.
        match values.last() {
            Some((square, _)) => click(&window, &format!("[data-square={square}]")).await,
            None => click(&window, "#pass").await,
        }
        until(&window, &format!("document.querySelectorAll('#moves li').length === {}", ply + 2)).await;
    }
    panic!("the game does not end");
}

#[tokio::test]
async fn a_link_shows_the_same_position_to_somebody_else() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/?board=5x4&start=reversi&scoring=wof").await;
    settled(&window).await;
    click(&window, ".cell.best").await;
    until(&window, "document.querySelectorAll('#moves li').length === 2").await;
    settled(&window).await;
    let here = shown(&window).await;
    let address = window.current_url().await.unwrap();
    let other = stage.open(address.as_str().strip_prefix(&stage.server).unwrap()).await;
    until(&other, "document.querySelectorAll('#moves li').length === 2").await;
    settled(&other).await;
    assert_eq!(shown(&other).await, here);
    assert_eq!(evaluate(&other, "document.querySelector('input[name=scoring]:checked').value").await, "wof");
    other.close().await.unwrap();
    window.close().await.unwrap();
}

#[tokio::test]
async fn the_keyboard_alone_plays() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/?board=4x4").await;
    settled(&window).await;
    press(&window, 'g').await;
    until(&window, "document.activeElement.dataset.square === 'c3'").await;
    for key in [Key::Home, Key::Up, Key::Up, Key::Right, Key::Enter] {
        press(&window, key).await;
    }
    until(&window, "location.search.includes('moves=b1')").await;
    until(&window, "document.querySelector('#announce').textContent.startsWith('Black plays b1, loses by 8')").await;
    settled(&window).await;
    // An occupied square cannot be played, and the page says so.
    press(&window, Key::Enter).await;
    until(&window, "document.querySelector('#announce').textContent === 'White cannot play b1.'").await;
    press(&window, 'b').await;
    until(&window, "document.querySelectorAll('#moves li').length === 3").await;
    settled(&window).await;
    press(&window, 'u').await;
    until(&window, "location.search.includes('ply=1')").await;
    press(&window, 'r').await;
    until(&window, "!location.search.includes('ply=')").await;
    // Everything that can be pressed is reached by Tab and has a visible name.
    let nameless = "[...document.querySelectorAll('button, select, input, textarea, a')].filter((one) => \
        !(one.innerText || one.getAttribute('aria-label') || one.labels?.length)).length";
    assert_eq!(evaluate(&window, nameless).await, 0);
    window.close().await.unwrap();
}

#[tokio::test]
async fn a_bad_link_shows_its_error_above_a_working_board() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/?board=4x4&moves=a1").await;
    until(&window, "document.querySelector('#complaint-text').textContent.startsWith('moves: a1 at ply 1 is illegal')")
        .await;
    until(&window, "document.querySelectorAll('.cell').length === 32").await;
    window.close().await.unwrap();
}

#[tokio::test]
async fn a_board_without_a_table_is_known_from_the_atlas() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/boards/4x6-othello-discs").await;
    until(&window, "document.querySelector('#lead').textContent === 'Black wins by 16 if nobody errs.'").await;
    // The start and the 21 plies of its perfect game, which can be walked in the explorer.
    assert_eq!(evaluate(&window, "document.querySelectorAll('#moves li').length").await, 22);
    click(&window, "#walk").await;
    until(&window, "location.search.includes('board=4x6') && location.search.includes('moves=')").await;
    window.close().await.unwrap();
}

/// How far things have moved without anybody's doing: Chromium's cumulative layout shift, of which 0.1 counts as good.
const SHIFT: &str = "const done = arguments[arguments.length - 1]; let sum = 0; const add = (list) => list.getEntries().forEach((entry) => { sum += entry.value; }); \
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true }); \
    setTimeout(() => done(sum), 1000);";

/// Loads axe-core into the page and returns the violations it finds.
async fn violations(window: &Client, axe: &str) -> Value {
    window.execute(axe, vec![]).await.unwrap();
    let script = "const done = arguments[arguments.length - 1]; \
        axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((found) => \
        done(found.violations.map((one) => [one.id, one.help, one.nodes.map((node) => node.html).slice(0, 3)])));";
    window.execute_async(script, vec![]).await.unwrap()
}

#[tokio::test]
async fn axe_finds_nothing_wrong_in_light_and_dark() {
    let Some(stage) = stage().await else { return };
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/node_modules/axe-core/axe.min.js");
    let Ok(axe) = fs::read_to_string(path) else {
        assert!(env::var_os("SOLVE_BROWSER").is_none(), "axe-core is missing: npm ci in explorer/web");
        skipped("axe-core is missing; npm ci in explorer/web installs it");
        return;
    };
    let folder = campaign("axe", usize::MAX);
    let stage = stage.watching(&folder).await;
    for address in [
        "/campaigns",
        "/campaigns/axe",
        "/boards",
        "/boards/6x6-othello-discs",
        "/?board=4x6&moves=b2b3",
        "/?position=3x4%20XO----------%20O",
        "/boards/4x4-othello-discs",
        "/?board=4x4&moves=a1",
        "/?board=4x4&edit=1",
        "/?board=3x21",
        "/nothing/here",
    ] {
        let window = stage.open(address).await;
        until(&window, "!document.body.textContent.includes('Asking the server')").await;
        tokio::time::sleep(Duration::from_millis(600)).await;
        for theme in ["first", "other"] {
            let found = violations(&window, &axe).await;
            assert_eq!(found, json!([]), "{address}, {theme} theme");
            click(&window, "#theme").await;
        }
        window.close().await.unwrap();
    }
    let _ = fs::remove_dir_all(folder.parent().unwrap());
}

#[tokio::test]
async fn a_page_that_is_left_ends_its_search() {
    let Some(stage) = stage().await else { return };
    let searches = |count: u32| {
        format!(
            "fetch('/metrics').then((answer) => answer.text()).then((text) => text.includes('solve_searches_now {count}\\n'))"
        )
    };
    let window = stage.open("/?board=5x9").await;
    until(&window, &searches(1)).await;
    window.goto(&format!("{}/boards", stage.server)).await.unwrap();
    until(&window, &searches(0)).await;
    // On the way back it begins again.
    window.back().await.unwrap();
    until(&window, &searches(1)).await;
    // The same if the browser keeps the page alive.
    let kept = |name: &str| format!("dispatchEvent(new PageTransitionEvent('{name}', {{ persisted: true }}))");
    evaluate(&window, &kept("pagehide")).await;
    until(&window, &searches(0)).await;
    evaluate(&window, &kept("pageshow")).await;
    until(&window, &searches(1)).await;
    window.close().await.unwrap();
}

#[tokio::test]
async fn a_server_that_is_gone_is_told_and_asked_again_once_it_is_back() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/?board=4x4").await;
    settled(&window).await;
    let gone = "window.kept = window.fetch; window.fetch = () => Promise.reject(new TypeError('words of a browser'));";
    window.execute(gone, vec![]).await.unwrap();
    click(&window, "[data-square=b1]").await;
    until(&window, "document.querySelector('#rest-what').textContent === 'The server does not answer.'").await;
    assert_eq!(
        evaluate(&window, "document.querySelector('#announce').textContent").await,
        "The server does not answer."
    );
    // An unknown move is not called impossible.
    press(&window, Key::Enter).await;
    until(&window, "document.querySelector('#announce').textContent === 'The moves here are not known yet.'").await;
    window.execute("window.fetch = window.kept;", vec![]).await.unwrap();
    click(&window, "#again").await;
    settled(&window).await;
    assert_eq!(evaluate(&window, "document.querySelector('#rest').hidden").await, true);
    window.close().await.unwrap();
}

#[tokio::test]
async fn the_keyboard_stays_where_it_is_used() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/?position=XO----------+O&board=3x4").await;
    until(&window, "!document.querySelector('#pass').hidden").await;
    window.execute("document.querySelector('#pass').focus()", vec![]).await.unwrap();
    press(&window, Key::Enter).await;
    // The button is gone, so the board has the keyboard.
    until(&window, "document.querySelector('#pass').hidden && Boolean(document.activeElement.dataset.square)").await;
    // The list of moves is rebuilt only where it changes.
    let script = "(() => { const before = document.querySelector('#moves .move'); \
        document.querySelector('#show-values').dispatchEvent(new Event('change')); return before.isConnected; })()";
    settled(&window).await;
    assert_eq!(evaluate(&window, script).await, true);
    window.goto(&format!("{}/?board=4x4", stage.server)).await.unwrap();
    settled(&window).await;
    click(&window, "#play-out").await;
    until(&window, "document.querySelector('#play-out').textContent === 'Stop'").await;
    press(&window, Key::Escape).await;
    assert_eq!(evaluate(&window, "document.querySelector('#play-out').textContent").await, "Play out");
    window.close().await.unwrap();
}

#[tokio::test]
async fn what_an_address_holds_beside_a_board_is_no_mistake() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/?found=somewhere").await;
    until(&window, "location.search.startsWith('?board=') && document.querySelector('#complaint').hidden").await;
    for name in ["9x9-othello-discs", "%", "nonsense"] {
        window.goto(&format!("{}/boards/{name}", stage.server)).await.unwrap();
        until(&window, "document.querySelector('#lead').textContent.startsWith('There is no board of that name.')")
            .await;
    }
    window.close().await.unwrap();
}

#[tokio::test]
async fn a_campaign_is_followed_as_its_ledger_grows() {
    let Some(stage) = stage().await else { return };
    let folder = campaign("big", 200);
    let stage = stage.watching(&folder).await;
    let window = stage.open("/").await;
    click(&window, "nav a[href='/campaigns']").await;
    until(&window, "document.querySelector('.tile .result')?.textContent === 'Black wins or draws'").await;
    click(&window, ".tile").await;
    until(&window, "location.pathname === '/campaigns/big' && document.querySelectorAll('.places button').length > 3")
        .await;
    until(&window, "document.querySelector('#content').innerText.includes('At least +1 for Black?')").await;
    until(&window, "document.querySelectorAll('.charts .curve').length === 2").await;
    // The keyboard opens the tree, and the board shows the position it is at.
    let move_at = "document.activeElement.dataset.moves";
    window.execute("document.querySelector('button.branch').focus()", vec![]).await.unwrap();
    for key in [Key::Down, Key::Right] {
        press(&window, key).await;
    }
    let first = evaluate(&window, move_at).await;
    let opened = "document.activeElement.getAttribute('aria-expanded') === 'true' \
        && Boolean(document.activeElement.nextElementSibling.querySelector('.jobs, .places'))";
    until(&window, opened).await;
    until(&window, &format!("document.querySelector('.pointed strong').textContent === {first}")).await;
    until(&window, "document.querySelectorAll('.pointed .stone').length === 5").await;
    // The rest of the ledger comes: the page shows it, and the focus stays where it is.
    campaign("big", usize::MAX);
    until(&window, "document.querySelector('#content').innerText.includes('The campaign is done.')").await;
    until(&window, "document.querySelector('button.branch > :last-child').textContent.includes('decided')").await;
    assert_eq!(evaluate(&window, move_at).await, first);
    until(&window, opened).await;
    press(&window, Key::Left).await;
    until(&window, "document.activeElement.getAttribute('aria-expanded') === 'false'").await;
    // The ledger is damaged, then vanishes: the page reports both, and keeps what was known.
    let mut damaged = fs::read_to_string(LEDGER).unwrap();
    damaged += "job of nobody\n";
    fs::write(folder.join("ledger.txt"), damaged).unwrap();
    until(&window, "document.querySelector('.notices').textContent.includes('1 line of the ledger is damaged')").await;
    fs::remove_file(folder.join("ledger.txt")).unwrap();
    until(&window, "document.querySelector('.notices').textContent.includes('The ledger cannot be read')").await;
    until(&window, "document.querySelector('#content').innerText.includes('The campaign is done.')").await;
    window.close().await.unwrap();
    let _ = fs::remove_dir_all(folder.parent().unwrap());
}

#[tokio::test]
async fn the_atlas_is_filtered_and_the_way_back_keeps_what_was_asked() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/boards").await;
    let cell = |board: &str| format!("document.querySelector('.atlas a[href^=\"/boards/{board}-\"]')");
    until(&window, &format!("{}?.textContent === '\u{2212}4'", cell("6x6"))).await;
    let shown = "document.querySelectorAll('.atlas td a').length";
    let all = evaluate(&window, shown).await.as_u64().unwrap();
    // Each row and column has a header, and a board's cell lies where its two sides meet.
    let place = |board| {
        format!(
            "(() => {{ const cell = {}.closest('td'); const table = cell.closest('table'); \
        return [cell.parentElement.cells[0], table.rows[0].cells[cell.cellIndex]].map((one) => [one.tagName, one.scope, parseInt(one.textContent)]); }})()",
            cell(board)
        )
    };
    assert_eq!(evaluate(&window, &place("4x7")).await, json!([["TH", "row", 4], ["TH", "col", 7]]));
    let name = evaluate(&window, &format!("{}.getAttribute('aria-label')", cell("4x9"))).await;
    let value = of_atlas("4x9", "othello", "discs").0["lower"].as_i64().unwrap();
    let wins = if value == 36 { "Black takes all 36 squares".to_owned() } else { format!("Black wins by {value}") };
    assert_eq!(name, format!("4 \u{d7} 9, +{value}: {wins}"));
    // Each change is a step of the history.
    window.find(Locator::Css("#shape")).await.unwrap().select_by_value("square").await.unwrap();
    until(&window, "location.search === '?shape=square'").await;
    let most = window.find(Locator::Css("#most")).await.unwrap();
    most.send_keys("25").await.unwrap();
    window.find(Locator::Css("#scoring")).await.unwrap().select_by_label("wof").await.unwrap();
    until(&window, "location.search === '?scoring=wof&shape=square&most=25'").await;
    assert_eq!(evaluate(&window, shown).await, 3);
    until(&window, "document.querySelector('#lead').textContent.startsWith('3 boards: ')").await;
    window.back().await.unwrap();
    window.back().await.unwrap();
    until(&window, "location.search === '?shape=square' && document.querySelector('#most').value === ''").await;
    assert!(evaluate(&window, shown).await.as_u64().unwrap() >= 4);
    // The keyboard opens a game, and going back leads to the same table.
    window.execute(&format!("{}.focus()", cell("5x5")), vec![]).await.unwrap();
    press(&window, Key::Enter).await;
    until(&window, "location.pathname === '/boards/5x5-othello-discs' && !document.querySelector('#content').hidden")
        .await;
    window.back().await.unwrap();
    until(&window, "location.search === '?shape=square' && document.querySelectorAll('.atlas td a').length >= 4").await;
    window.back().await.unwrap();
    until(&window, &format!("location.search === '' && {shown} === {all}")).await;
    // Arrows go from cell to cell.
    window.execute(&format!("{}.focus()", cell("3x3")), vec![]).await.unwrap();
    for key in [Key::Right, Key::Down, Key::Down, Key::Left] {
        press(&window, key).await;
    }
    until(&window, &format!("document.activeElement === {}", cell("5x3"))).await;
    window.close().await.unwrap();
}

#[tokio::test]
async fn a_game_of_the_atlas_is_stepped_through_to_its_end() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/boards/4x5-reversi-wof").await;
    until(&window, "document.querySelector('#content')?.hidden === false").await;
    let (game, moves) = of_atlas("4x5", "reversi", "wof");
    let line = game["line"].as_array().unwrap();
    // Each first move appears on its square, and with a link in the table.
    let (position, mut values) = shown(&window).await;
    values.sort();
    assert_eq!(values, moves);
    let root = solver::Position::start("4x5".parse().unwrap(), solver::Start::Reversi);
    assert_eq!(position, root.without_board().to_string());
    assert_eq!(evaluate(&window, "document.querySelectorAll('#first-moves tbody a').length").await, values.len());
    // Key, click and list play the line; the last step by key is the game's end.
    for ply in 1..=line.len() {
        if ply == 2 {
            click(&window, "#redo").await
        } else {
            press(&window, 'r').await
        }
        until(&window, &format!("location.search === '?ply={ply}'")).await;
    }
    let count = |side: &str| game["final"][side].as_u64().unwrap().to_string();
    let ended = format!(
        "document.querySelector('#announce').textContent.endsWith('Black {}, White {}.')",
        count("black"),
        count("white")
    );
    until(&window, &ended).await;
    assert_eq!(
        evaluate(&window, "document.querySelectorAll('#board .disc.black').length").await.to_string(),
        count("black")
    );
    assert_eq!(evaluate(&window, "document.querySelector('#redo').disabled").await, true);
    // A link to a ply opens at that ply; a click on the next square goes on.
    window.goto(&format!("{}/boards/4x5-reversi-wof?ply=1", stage.server)).await.unwrap();
    until(&window, "document.querySelectorAll('#board .disc').length === 5").await;
    click(&window, ".cell.legal").await;
    until(&window, "location.search === '?ply=2' && document.querySelectorAll('#board .disc').length === 6").await;
    // The facts are those of the file; the link goes to the explorer with the whole line.
    let told = evaluate(&window, "document.querySelector('#facts').innerText").await;
    let twin = if game["certificate"].is_null() { of_atlas("5x4", "reversi-rows", "wof").0 } else { game.clone() };
    let hash = twin["certificate"]["sha256"].as_str().unwrap();
    assert_eq!(told.as_str().unwrap().contains(hash), !game["certificate"].is_null(), "{told}");
    let lead = evaluate(&window, "document.querySelector('#lead').textContent").await;
    click(&window, "#walk").await;
    until(&window, "location.pathname === '/' && location.search.includes('board=4x5') && location.search.includes('start=reversi') \
        && location.search.includes('scoring=wof')").await;
    until(&window, &format!("document.querySelectorAll('#moves li').length === {}", line.len() + 1)).await;
    settled(&window).await;
    let verdict = evaluate(&window, "document.querySelector('#verdict').textContent").await;
    assert_eq!(lead, format!("{} if nobody errs.", verdict.as_str().unwrap()));
    window.goto(&format!("{}/boards/9x9-othello-discs", stage.server)).await.unwrap();
    until(&window, "document.querySelector('#lead').textContent.startsWith('There is no board of that name.')").await;
    window.close().await.unwrap();
}

#[tokio::test]
async fn no_page_is_wider_than_a_phone_and_nothing_jumps() {
    let Some(stage) = stage().await else { return };
    for (width, address) in [
        (360, "/boards"),
        (390, "/"),
        (390, "/boards/4x4-othello-discs"),
        (360, "/boards/3x12-othello-discs"),
        (360, "/boards/6x6-reversi-wof"),
        (360, "/campaigns"),
        (360, "/?board=4x4"),
        (360, "/?board=3x21"),
        (360, "/?board=16x4"),
        (360, "/?board=4x4&edit=1"),
        // It searches.
        (390, "/?board=5x9"),
        // It says why it does not.
        (390, "/?board=7x7"),
    ] {
        let window = stage.open_in(address, width, 740, true).await;
        until(&window, "!document.body.innerText.includes('Asking the server')").await;
        let wide = format!(
            "[...document.querySelectorAll('body *')].filter((one) => !one.closest('.scroll, .board-frame') \
            && one.getBoundingClientRect().right > {width} + 1).map((one) => one.outerHTML.slice(0, 80))"
        );
        assert_eq!(evaluate(&window, &wide).await, json!([]), "{address}");
        let fits = format!("document.documentElement.scrollWidth <= {width}");
        assert_eq!(evaluate(&window, &fits).await, true, "{address}");
        // A busy machine paints more often on the way, so the calmest of some loads counts.
        let mut shifts = Vec::new();
        while shifts.len() < 5 && shifts.iter().all(|&shift| shift >= 0.05) {
            window.refresh().await.unwrap();
            until(&window, "!document.body.innerText.includes('Asking the server')").await;
            shifts.push(window.execute_async(SHIFT, vec![]).await.unwrap().as_f64().unwrap());
        }
        assert!(shifts.last().is_some_and(|&shift| shift < 0.05), "{address}: {shifts:?}");
        window.close().await.unwrap();
    }
}
