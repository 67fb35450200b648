//! Screenshots of the page in a real browser, from a running server: `screenshots http://127.0.0.1:8080 DIR`.

use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use browser::Driver;
use fantoccini::Client;

/// A picture: its name, the address, and what is done there first.
struct Picture {
    name: &'static str,
    address: &'static str,
    width: u32,
    height: u32,
    is_phone: bool,
    is_dark: bool,
    /// A script to run once the page is there.
    does: &'static str,
}

/// Opens two positions of a campaign's tree, one below the other.
const UNFOLD: &str = "const open = (at) => setTimeout(() => { \
    const next = document.querySelector('.places button[aria-expanded=false]'); next?.focus(); next?.click(); \
    if (at > 1) open(at - 1); }, 800); open(2);";

const fn desktop(name: &'static str, address: &'static str, is_dark: bool) -> Picture {
    Picture { name, address, width: 1280, height: 900, is_phone: false, is_dark, does: "" }
}

const fn phone(name: &'static str, address: &'static str, is_dark: bool) -> Picture {
    Picture { name, address, width: 390, height: 844, is_phone: true, is_dark, does: "" }
}

/// A game on 4x10 without mistakes.
const GAME: &str = "/?board=4x10&start=othello&moves=e1d1c1e4d2g1g2h1d4d3f4c2&ply=12";

const PICTURES: [Picture; 16] = [
    desktop("explore", GAME, false),
    desktop("explore-dark", GAME, true),
    desktop("mistakes", "/?board=4x6&start=othello&moves=b2b3d4e3e4d1b4c1e1a2&ply=10", false),
    desktop("boards", "/boards", false),
    desktop("board", "/boards/4x10-othello-discs", false),
    desktop("board-dark", "/boards/6x6-othello-discs", true),
    Picture { height: 1330, does: UNFOLD, ..desktop("campaign", "/campaigns/6x7-othello", false) },
    Picture { height: 1330, does: UNFOLD, ..desktop("campaign-dark", "/campaigns/6x8-othello", true) },
    Picture { height: 1500, does: UNFOLD, ..phone("phone-campaign", "/campaigns/6x8-othello", false) },
    Picture { height: 1050, ..desktop("atlas", "/atlas", false) },
    Picture { height: 1050, ..desktop("atlas-dark", "/atlas?start=reversi&scoring=wof", true) },
    Picture { height: 1500, ..desktop("atlas-game", "/atlas/4x7-othello-discs?ply=9", false) },
    phone("phone-atlas", "/atlas", false),
    phone("phone", "/?board=6x6&start=othello", false),
    phone("phone-long", GAME, true),
    phone("phone-board", "/boards/4x8-reversi-discs", false),
];

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [server, folder, ..] = &arguments[..] else { panic!("screenshots SERVER DIR [NAME]") };
    let driver = Driver::start().expect("chromium and chromedriver are installed");
    fs::create_dir_all(folder).expect("the folder can be made");
    for picture in PICTURES.iter().filter(|one| arguments.get(2).is_none_or(|name| name == one.name)) {
        let window = driver.window(picture.width, picture.height, picture.is_phone).await;
        take(&window, picture, server, Path::new(folder)).await;
        window.close().await.expect("the window closes");
        println!("{}", picture.name);
    }
}

async fn take(window: &Client, picture: &Picture, server: &str, folder: &Path) {
    window.goto(&format!("{server}{}", picture.address)).await.expect("the page opens");
    if picture.is_dark {
        window.execute("document.getElementById('theme').click()", vec![]).await.expect("the button is there");
    }
    settle(window).await;
    if !picture.does.is_empty() {
        window.execute(picture.does, vec![]).await.expect("the script runs");
        tokio::time::sleep(Duration::from_secs(3)).await;
    }
    let png = window.screenshot().await.expect("a picture");
    fs::write(folder.join(format!("{}.png", picture.name)), png).expect("the file can be written");
}

/// Waits until no search is running.
async fn settle(window: &Client) {
    const IS_BUSY: &str = "const search = document.getElementById('search'); \
        return Boolean(search && !search.hidden || document.querySelector('[aria-busy]')) || document.body.textContent.includes('Asking the server');";
    tokio::time::sleep(Duration::from_millis(700)).await;
    for _ in 0..120 {
        if window.execute(IS_BUSY, vec![]).await.expect("the page answers") == false {
            break;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    tokio::time::sleep(Duration::from_millis(600)).await;
}
