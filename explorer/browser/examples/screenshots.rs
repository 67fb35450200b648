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
    height: u32,
    /// A script to run once the page is there.
    does: &'static str,
}

/// Opens two positions of a campaign's tree, one below the other.
const UNFOLD: &str = "const open = (at) => setTimeout(() => { \
    const next = document.querySelector('.places button[aria-expanded=false]'); next?.focus(); next?.click(); \
    if (at > 1) open(at - 1); }, 800); open(2);";

const WIDTH: u32 = 1280;
const GAME: &str = "/?board=4x6&start=othello&moves=b2b3d4e3e4d1b4c1e1a2&ply=10";

/// Those that the documents show.
const PICTURES: [Picture; 3] = [
    Picture { name: "mistakes", address: GAME, height: 900, does: "document.getElementById('review').click()" },
    Picture { name: "campaign", address: "/campaigns/6x7-othello", height: 1330, does: UNFOLD },
    Picture { name: "atlas", address: "/boards", height: 1050, does: "" },
];

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [server, folder, ..] = &arguments[..] else { panic!("screenshots SERVER DIR [NAME]") };
    let driver = Driver::start().expect("chromium and chromedriver are installed");
    fs::create_dir_all(folder).expect("the folder can be made");
    for picture in PICTURES.iter().filter(|one| arguments.get(2).is_none_or(|name| name == one.name)) {
        let window = driver.window(WIDTH, picture.height, false).await;
        take(&window, picture, server, Path::new(folder)).await;
        window.close().await.expect("the window closes");
        println!("{}", picture.name);
    }
}

async fn take(window: &Client, picture: &Picture, server: &str, folder: &Path) {
    window.goto(&format!("{server}{}", picture.address)).await.expect("the page opens");
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
