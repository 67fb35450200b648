//! Games in a real browser: stepping, going back, setting up, reading and writing, long boards.

use std::{env, fs};

use fantoccini::key::Key;
use fantoccini::{Client, Locator};
use serde_json::json;
use solver::random::Random;
use solver::read::{Game, games};
use solver::review::Review;
use solver::{Question, Scoring, Side, Solver};

mod stage;

use stage::{click, evaluate, press, settled, stage, until};

const GGF: &str = "(;GM[Othello]PC[x]PB[Ann]PW[Bob]BO[4 ---- -O*- -*O- ---- *]B[b1]W[A1//2];)";

/// Waits until the list shows this many moves.
async fn moves(window: &Client, count: usize) {
    until(window, &format!("document.querySelectorAll('#moves li').length === {}", count + 1)).await;
}

async fn entries(window: &Client) -> u64 {
    evaluate(window, "history.length").await.as_u64().unwrap()
}

/// Replaces the text of a field.
async fn fill(window: &Client, selector: &str, text: &str) {
    let script = format!(
        "(() => {{ const field = document.querySelector('{selector}'); field.value = {}; \
        field.dispatchEvent(new Event('input', {{ bubbles: true }})); return true; }})()",
        json!(text)
    );
    evaluate(window, &script).await;
}

async fn complaint(window: &Client, sentence: &str) {
    until(window, &format!("document.querySelector('#complaint-text').textContent === {}", json!(sentence))).await;
}

/// The list grows when values come: each mistake gets a button.
#[tokio::test]
async fn the_current_move_stays_in_view_when_values_come() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/?board=4x4&moves=b1a3b4a1c4d3d2d1a2c1").await;
    until(&window, "document.querySelectorAll('#moves .better').length === 9").await;
    let is_in_view = "(() => { const box = (selector) => document.querySelector(selector).getBoundingClientRect(); \
        const [list, move] = [box('#moves'), box('#moves [aria-current]')]; \
        return move.top >= list.top && move.bottom <= list.bottom; })()";
    until(&window, is_in_view).await;
    assert_eq!(evaluate(&window, "document.querySelector('#moves').scrollTop > 0").await, true, "the list is long");
}

#[tokio::test]
async fn arrows_step_through_the_game_and_the_way_back_takes_a_move_back() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/?board=4x4").await;
    settled(&window).await;
    click(&window, "[data-square=b1]").await;
    moves(&window, 1).await;
    settled(&window).await;
    click(&window, "[data-square=a1]").await;
    moves(&window, 2).await;
    settled(&window).await;
    let before = entries(&window).await;
    evaluate(&window, "document.activeElement.blur()").await;
    for (key, is_there) in [
        (Key::Left, "location.search.endsWith('ply=1')"),
        (Key::Left, "location.search.endsWith('ply=0')"),
        (Key::Right, "location.search.endsWith('ply=1')"),
        (Key::End, "!location.search.includes('ply')"),
        (Key::Home, "location.search.endsWith('ply=0')"),
        (Key::End, "!location.search.includes('ply')"),
    ] {
        if matches!(key, Key::End) {
            // With the focus elsewhere, the key scrolls.
            evaluate(&window, "document.querySelector('#moves').focus()").await;
        }
        press(&window, key).await;
        until(&window, is_there).await;
        moves(&window, 2).await;
    }
    assert_eq!(entries(&window).await, before, "a step is no entry of the history");
    // On the board and in a field, the same keys do something else.
    press(&window, 'g').await;
    let square = evaluate(&window, "document.activeElement.dataset.square").await;
    press(&window, Key::Right).await;
    assert_ne!(evaluate(&window, "document.activeElement.dataset.square").await, square);
    evaluate(&window, "document.querySelector('#paste').focus()").await;
    press(&window, Key::Left).await;
    assert_eq!(evaluate(&window, "location.search.includes('ply')").await, false);
    // Each move is an entry.
    for count in [1, 0] {
        window.back().await.unwrap();
        moves(&window, count).await;
        settled(&window).await;
    }
    window.forward().await.unwrap();
    moves(&window, 1).await;
    settled(&window).await;
    // A run of perfect play is one entry, however far it goes.
    evaluate(&window, "document.activeElement.blur()").await;
    let before = entries(&window).await;
    for count in 2..6 {
        press(&window, 'b').await;
        moves(&window, count).await;
        settled(&window).await;
    }
    // The entry ahead, for the move taken back, is gone.
    assert_eq!(entries(&window).await, before);
    window.back().await.unwrap();
    moves(&window, 1).await;
    settled(&window).await;
    click(&window, "#play-out").await;
    until(&window, "document.querySelector('#detail').textContent.startsWith('The game is over')").await;
    assert_eq!(entries(&window).await, before);
    window.close().await.unwrap();
}

#[tokio::test]
async fn an_opponent_answers_and_the_way_back_takes_its_answer_back_as_well() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/?board=4x4").await;
    settled(&window).await;
    window.find(Locator::Css("#opponent")).await.unwrap().select_by_value("uct").await.unwrap();
    click(&window, "[data-square=b1]").await;
    moves(&window, 2).await;
    until(&window, "document.querySelector('#count-X.to-move') !== null").await;
    settled(&window).await;
    window.back().await.unwrap();
    moves(&window, 0).await;
    // The tab keeps the opponent and hidden values when it is loaded again; without a campaign no menu names them.
    click(&window, "#show-values").await;
    window.refresh().await.unwrap();
    let kept = "document.querySelector('#opponent').value === 'uct' && !document.querySelector('#show-values').checked \
                && document.querySelector('nav a[href=\"/campaigns\"]') === null";
    until(&window, kept).await;
    window.close().await.unwrap();
}

/// Waits until the page has reviewed a game as the library does.
async fn reviewed(window: &Client, board: &str, moves: &str) {
    let game = Game::set_up(board.parse().ok(), None, None, moves).unwrap();
    let mut solver = Solver::default();
    let solved = |question: &Question| solver.best_move(question).map(|answer| (answer.bounds, answer.best));
    let review = Review::of(&game, Scoring::Discs, solved).unwrap();
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let named = |index: usize| {
        let made = &review.moves[index];
        (format!("{}. {}", index + 1, made.chosen.display(game.start.board())), made)
    };
    let mut lines: Vec<String> = [Side::Black, Side::White]
        .into_iter()
        .map(|side| (side, review.lost(side)))
        .map(|(side, lost)| {
            let (discs, moves) = (counted(lost.discs as usize, "disc"), counted(lost.proven, "move"));
            format!("{} lost {discs} with {moves}.", side.name())
        })
        .collect();
    lines.extend(review.largest().map(named).map(|(name, made)| {
        format!("Largest: {name} by {} lost {}.", made.position.side().name(), made.loss().unwrap())
    }));
    lines.extend(review.turned().map(named).map(|(name, made)| {
        let [before, after] = [made.best_value, made.value].map(|value| {
            let value = value.exact().unwrap().discs();
            let black = if made.position.side() == Side::Black { value } else { -value };
            ["White wins", "a draw", "Black wins"][(black.signum() + 1) as usize]
        });
        format!("Turned: {name}, {before} before it, {after} after it.")
    }));
    let shown = "JSON.stringify([...document.querySelectorAll('#reviewed li')].map((one) => one.textContent))";
    until(window, &format!("{shown} === {}", json!(json!(lines).to_string()))).await;
}

#[tokio::test]
async fn a_game_is_reviewed_as_the_library_does() {
    let Some(stage) = stage().await else { return };
    let mut random = Random::new(58, 0);
    for board in ["4x4", "5x4", "4x6"] {
        // Both sides play at random, to the end.
        let mut position = solver::Position::start(board.parse().unwrap(), solver::Start::Othello);
        let mut moves = String::new();
        while let Some(chosen) = random.legal_move(&position) {
            moves += &chosen.display(position.board()).to_string();
            position = position.play(chosen).unwrap();
        }
        let window = stage.open(&format!("/?board={board}&moves={moves}")).await;
        until(&window, "!document.querySelector('#review').disabled").await;
        click(&window, "#review").await;
        reviewed(&window, board, &moves).await;
        // Hidden values hide it.
        click(&window, "#show-values").await;
        until(&window, "document.querySelector('#reviewed').hidden").await;
        window.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_mistake_is_marked_and_has_a_better_move_one_click_away() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/?board=4x6&moves=b2b3").await;
    until(&window, "document.querySelectorAll('#moves .better').length === 2").await;
    let lost = evaluate(&window, "[...document.querySelectorAll('#moves .lost')].map((one) => one.textContent)").await;
    // c1 would have kept +16, d1 +4.
    assert_eq!(lost, json!(["lost 12", "lost 11"]));
    until(&window, "document.querySelectorAll('#chart .mistake').length === 2").await;
    // The buttons go through the game.
    click(&window, "#undo").await;
    until(&window, "location.search.includes('ply=1')").await;
    click(&window, "#first").await;
    until(&window, "document.querySelector('#verdict').textContent === 'Black wins by 16'").await;
    click(&window, "#redo").await;
    until(&window, "document.querySelector('#verdict').textContent === 'Black wins by 4'").await;
    click(&window, "#last").await;
    let better = "[...document.querySelectorAll('#moves .better strong')].map((one) => one.textContent)";
    let better = evaluate(&window, better).await;
    assert!(["c1", "d4"].contains(&better[0].as_str().unwrap()), "{better}");
    assert_eq!(better[1], "d1");
    assert_eq!(evaluate(&window, "document.querySelector('#reviewed').hidden").await, true);
    click(&window, "#review").await;
    reviewed(&window, "4x6", "b2b3").await;
    click(&window, "#moves .better").await;
    moves(&window, 1).await;
    until(&window, &format!("location.search.endsWith('moves={}')", better[0].as_str().unwrap())).await;
    until(&window, "document.querySelector('#verdict').textContent === 'Black wins by 16'").await;
    assert_eq!(evaluate(&window, "document.querySelectorAll('#moves .lost').length").await, 0);
    // Going back restores what it replaced.
    window.back().await.unwrap();
    until(&window, "location.search.includes('moves=b2b3')").await;
    moves(&window, 2).await;
    window.close().await.unwrap();
}

#[tokio::test]
async fn a_position_is_set_up_by_mouse_keyboard_and_text() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/?board=3x4&moves=").await;
    settled(&window).await;
    click(&window, "#edit").await;
    let says =
        |beginning: &str| format!("document.querySelector('#edit-says').textContent.startsWith({})", json!(beginning));
    let done = "!document.querySelector('#edit-done').disabled";
    until(&window, &says("Black has 3 legal squares.")).await;
    assert_eq!(evaluate(&window, done).await, true);
    click(&window, "#edit-clear").await;
    until(&window, &says("There is no disc on the board, so there is nothing to play.")).await;
    assert_eq!(evaluate(&window, done).await, false);
    // Black is chosen; a second click takes the disc away.
    for square in ["a1", "c3", "c3"] {
        click(&window, &format!("[data-square={square}]")).await;
    }
    until(&window, &says("Neither side has a legal square")).await;
    // Set up the rest by keyboard alone: b1 becomes White, and White is to move.
    press(&window, 'g').await;
    for key in [Key::Home, Key::Up, Key::Up, Key::Right] {
        press(&window, key).await;
    }
    press(&window, 'o').await;
    until(&window, &says("Black has 1 legal square. No game comes to this position: c1 in the centre is empty.")).await;
    click(&window, "input[name=edit-side][value=O]").await;
    until(&window, &says("White has no legal square and must pass.")).await;
    click(&window, "#edit-done").await;
    until(
        &window,
        "location.search === '?board=3x4&position=XO----------+O' && !document.querySelector('#pass').hidden",
    )
    .await;
    until(&window, "document.activeElement.id === 'edit'").await;
    // Going back leads to the game before, not to the steps of setting up.
    window.back().await.unwrap();
    until(
        &window,
        "location.search === '?board=3x4&start=othello' && document.querySelectorAll('#board .disc').length === 4",
    )
    .await;
    window.close().await.unwrap();
}

#[tokio::test]
async fn a_position_that_is_typed_is_judged_by_the_server() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/?board=3x4&edit=1").await;
    until(&window, "document.querySelector('#edit-text').value === '3x4 -OX--XO----- X'").await;
    for (text, sentence) in [
        ("3x4 -OX--XO---- X", "position: 11 squares given, board 3x4 has 12"),
        ("-OX--XO-----", "position: no side to move given; end it with X or O"),
        ("-OX--XO----- Z", "position: side 'Z' is neither X nor O"),
        ("5x5 - X", "position: 1 squares given, board 5x5 has 25"),
    ] {
        fill(&window, "#edit-text", text).await;
        until(&window, &format!("document.querySelector('#edit-says').textContent === {}", json!(sentence))).await;
        assert_eq!(evaluate(&window, "document.querySelector('#edit-done').disabled").await, true, "{text}");
    }
    fill(&window, "#edit-text", "XO---------- O").await;
    until(&window, "document.querySelectorAll('#board .disc').length === 2").await;
    until(
        &window,
        "document.querySelector('#edit-says').textContent === 'White has no legal square and must pass. \
        No game comes to this position: c1 in the centre is empty.'",
    )
    .await;
    // The link shows the same to someone else; going back leads to what was there before.
    let link = window.current_url().await.unwrap();
    let other = stage.open(link.as_str().strip_prefix(&stage.server).unwrap()).await;
    until(
        &other,
        "document.querySelectorAll('#board .disc').length === 2 && !document.querySelector('#editor').hidden",
    )
    .await;
    other.close().await.unwrap();
    click(&window, "#edit-done").await;
    until(&window, "document.querySelector('#editor').hidden && !document.querySelector('#pass').hidden").await;
    until(&window, "location.search === '?board=3x4&position=XO----------+O'").await;
    // Leaving the editor changes nothing.
    click(&window, "#edit").await;
    click(&window, "#edit-clear").await;
    // By script: what the server says of the empty board may move the button at the same time.
    evaluate(&window, "document.querySelector('#edit-cancel').click() ?? true").await;
    until(
        &window,
        "document.querySelector('#editor').hidden && document.querySelectorAll('#board .disc').length === 2",
    )
    .await;
    until(&window, "location.search === '?board=3x4&position=XO----------+O'").await;
    window.close().await.unwrap();
}

#[tokio::test]
async fn games_are_pasted_dropped_and_chosen_from_a_file() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/?board=3x4").await;
    settled(&window).await;
    fill(&window, "#paste", GGF).await;
    click(&window, "#paste-form button").await;
    moves(&window, 2).await;
    until(&window, "location.search.includes('board=4x4') && location.search.includes('moves=b1a1')").await;
    // The page says what is wrong, and the game stays.
    for (text, sentence) in [
        ("(;GM[Othello]", "line 1: game 1: the game has no end: ;) is missing"),
        ("4x4 -----OX--XO----", "position: 15 squares given, board 4x4 has 16"),
        ("9x9 -", "board 9x9 is too large: it has 81 squares, 64 is the most"),
        ("c3", "moves: c3 at ply 1 is illegal in -----OX--XO----- X; legal: b1 a2 d3 c4"),
    ] {
        fill(&window, "#paste", text).await;
        click(&window, "#paste-form button").await;
        complaint(&window, sentence).await;
        moves(&window, 2).await;
        assert_eq!(evaluate(&window, "document.querySelector('#paste').value").await, text);
    }
    // Moves that are none on this board are of the usual one.
    fill(&window, "#paste", "f5d6c3d3c4").await;
    click(&window, "#paste-form button").await;
    until(&window, "location.search.includes('board=8x8')").await;
    moves(&window, 5).await;
    window.back().await.unwrap();
    moves(&window, 2).await;
    // A position opens, and the way back leads to the game.
    fill(&window, "#paste", "3x4 XO---------- O").await;
    click(&window, "#paste-form button").await;
    until(&window, "document.querySelector('#complaint').hidden && !document.querySelector('#pass').hidden").await;
    window.back().await.unwrap();
    moves(&window, 2).await;
    // A dropped file with several games, one of which is chosen.
    let dropped = format!("{GGF}\n{}", GGF.replace("W[A1//2]", "W[A1]B[a2]").replace("Ann", "Eve"));
    let script = format!(
        "(() => {{ const data = new DataTransfer(); data.items.add(new File([{}], 'games.ggf')); \
        return document.body.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }})); }})()",
        json!(dropped)
    );
    assert_eq!(evaluate(&window, &script).await, false, "the browser would open the file itself");
    until(
        &window,
        "document.querySelectorAll('#found option').length === 2 && document.querySelector('#complaint').hidden",
    )
    .await;
    let names =
        evaluate(&window, "[...document.querySelectorAll('#found option')].map((one) => one.textContent)").await;
    assert_eq!(names, json!(["1. Ann – Bob, 2 plies on 4x4", "2. Eve – Bob, 3 plies on 4x4"]));
    window.find(Locator::Css("#found")).await.unwrap().select_by_index(1).await.unwrap();
    moves(&window, 3).await;
    // A file of positions, chosen by its path.
    let path = env::temp_dir().join(format!("games-{}.obf", std::process::id()));
    fs::write(&path, "4x5 ------OX---XO------- X; b1:+4\n").unwrap();
    window.find(Locator::Css("#file")).await.unwrap().send_keys(path.to_str().unwrap()).await.unwrap();
    until(&window, "location.search.includes('board=4x5') && document.querySelector('#found-box').hidden").await;
    fs::remove_file(&path).unwrap();
    // Going back leads to what was open before.
    window.back().await.unwrap();
    moves(&window, 3).await;
    window.close().await.unwrap();
}

#[tokio::test]
async fn a_game_is_written_as_ggf_and_a_position_as_obf_and_as_a_picture() {
    let Some(stage) = stage().await else { return };
    let window = stage.open("/?board=4x4&moves=b1a1a2&ply=2").await;
    settled(&window).await;
    let fetched = |id: &str| format!("fetch(document.querySelector('#{id}').href).then((answer) => answer.text())");
    let game = evaluate(&window, &fetched("save-ggf")).await;
    let games = games(game.as_str().unwrap().as_bytes(), None);
    let game = games[0].as_ref().unwrap();
    assert_eq!(solver::notation::line_text(game.start.board(), &game.moves), "b1 a1");
    let position = evaluate(&window, &fetched("save-obf")).await;
    assert!(position.as_str().unwrap().starts_with(&format!("{};", game.positions()[2])), "{position}");
    assert_eq!(evaluate(&window, "document.querySelector('#save-ggf').download").await, "4x4-othello-2.ggf");
    // The picture that would be saved, as a file.
    let script = "(() => { let made; URL.createObjectURL = (blob) => { made = blob; return '#'; }; \
        document.querySelector('#save-picture').click(); return made.text(); })()";
    let picture = evaluate(&window, script).await;
    let parsed = format!("new DOMParser().parseFromString({picture}, 'image/svg+xml')");
    assert_eq!(evaluate(&window, &format!("{parsed}.querySelectorAll('parsererror').length")).await, 0);
    let fills = format!("[...{parsed}.querySelectorAll('.stone')].map((one) => one.getAttribute('fill')).sort()");
    let (black, white) = (game.positions()[2].black().len() as usize, game.positions()[2].white().len() as usize);
    let expected = [vec!["#18211d"; black], vec!["#fbf9f1"; white]].concat();
    assert_eq!(evaluate(&window, &fills).await, json!(expected));
    window.close().await.unwrap();
}

#[tokio::test]
async fn a_long_board_is_seen_as_a_whole_on_a_phone() {
    let Some(stage) = stage().await else { return };
    for (width, board, last) in [(390, "3x21", "u3"), (390, "4x16", "p4"), (360, "4x12", "l4"), (320, "7x9", "i7")] {
        let window = stage.open_in(&format!("/?board={board}"), width, 844, true).await;
        until(&window, "document.querySelectorAll('#board .disc').length === 4").await;
        let boxes = "[...document.querySelectorAll('.cell')].map((one) => one.getBoundingClientRect())";
        let least = format!("Math.min(...{boxes}.map((one) => Math.min(one.width, one.height)))");
        assert!(evaluate(&window, &least).await.as_f64().unwrap() >= 32.0, "{board}");
        let outside = format!("{boxes}.filter((one) => one.left < 0 || one.right > innerWidth).length");
        assert_eq!(evaluate(&window, &outside).await, 0, "{board}");
        let discs = "[...document.querySelectorAll('.disc')].every((one) => { const box = one.getBoundingClientRect(); \
            return box.top > 0 && box.bottom < innerHeight; })";
        assert_eq!(evaluate(&window, discs).await, true, "{board}");
        assert_eq!(evaluate(&window, "[...document.querySelectorAll('.cell')].at(-1).dataset.square").await, last);
        window.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_board_is_turned_when_the_window_is_and_the_arrows_go_as_it_is_seen() {
    let Some(stage) = stage().await else { return };
    let window = stage.open_in("/?board=3x21&moves=", 560, 800, false).await;
    until(&window, "document.querySelectorAll('#board .disc').length === 4").await;
    press(&window, 'g').await;
    let at = "document.activeElement.dataset.square";
    let from = evaluate(&window, at).await;
    assert_eq!(from, "k2");
    for (key, expected) in [(Key::Down, "l2"), (Key::Right, "l3"), (Key::Home, "l1"), (Key::Up, "k1"), (Key::End, "k3")]
    {
        press(&window, key).await;
        assert_eq!(evaluate(&window, at).await, expected);
    }
    let place = "document.querySelector('#board').getAttribute('aria-label') + ' ' + document.querySelectorAll('#board [role=row]').length";
    assert_eq!(evaluate(&window, place).await, "Board of 3 rows and 21 columns, shown on its side 21");
    window.set_window_size(1300, 800).await.unwrap();
    until(&window, &format!("{place} === 'Board of 3 rows and 21 columns 3'")).await;
    assert_eq!(evaluate(&window, at).await, "k3", "the focus stays on its square");
    press(&window, Key::Left).await;
    assert_eq!(evaluate(&window, at).await, "j3");
    assert_eq!(evaluate(&window, "document.querySelectorAll('#board .disc').length").await, 4);
    window.close().await.unwrap();
}

#[tokio::test]
async fn without_scripts_one_walks_by_links() {
    let Some(stage) = stage().await else { return };
    // The value is known once somebody has searched it.
    let window = stage.open("/?board=4x4").await;
    settled(&window).await;
    window.close().await.unwrap();
    let window = stage.driver.window_without_scripts(800, 900).await;
    window.goto(&format!("{}/?board=4x4", stage.server)).await.unwrap();
    let text = |selector: &'static str| {
        let window = window.clone();
        async move { window.find(Locator::Css(selector)).await.unwrap().text().await.unwrap() }
    };
    assert_eq!(text(".plain h2").await, "4x4: White wins by 8. Black to move.");
    assert!(!window.find(Locator::Css("main.explore")).await.unwrap().is_displayed().await.unwrap());
    window.find(Locator::LinkText("d3")).await.unwrap().click().await.unwrap();
    assert_eq!(text(".plain h2").await, "4x4: White wins by 8. White to move.");
    assert!(text(".diagram").await.contains(" 3 - X X X"));
    window.find(Locator::LinkText("One move back")).await.unwrap().click().await.unwrap();
    assert_eq!(text(".plain h2").await, "4x4: White wins by 8. Black to move.");
    window.close().await.unwrap();
}
