//! A real browser, driven by WebDriver, and a plain file server for it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

/// Names of the browser's program; the first one found is used.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// chromedriver, which ends when this is dropped.
pub struct Driver {
    process: Child,
    port: u16,
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Asked like this, it also ends browsers left behind by a failed test. It may have ended by itself.
        let asked = Command::new("kill").arg(self.process.id().to_string()).status();
        if !asked.is_ok_and(|status| status.success()) {
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
    }
}

impl Driver {
    /// Starts chromedriver; `None` if it or the browser is not installed.
    pub fn start() -> Option<Self> {
        browser()?;
        let mut command = Command::new("chromedriver");
        let mut process = command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
        let mut lines = BufReader::new(process.stdout.take()?).lines();
        // "ChromeDriver was started successfully on port 12345."
        let port = loop {
            let line = lines.next()?.ok()?;
            if let Some((_, port)) = line.split_once("successfully on port ") {
                break port.trim_end_matches('.').parse().ok()?;
            }
        };
        // Read what it says later, so that it never waits for a reader.
        std::thread::Builder::new().spawn(move || lines.for_each(drop)).ok()?;
        Some(Self { process, port })
    }

    /// Opens a window of this many pixels. A phone has touch and a dense screen.
    ///
    /// # Panics
    /// If the browser does not start.
    pub async fn window(&self, width: u32, height: u32, is_phone: bool) -> Client {
        self.window_with(width, height, is_phone, json!({})).await
    }

    /// The same without JavaScript.
    ///
    /// # Panics
    /// If the browser does not start.
    pub async fn window_without_scripts(&self, width: u32, height: u32) -> Client {
        let preferences = json!({ "profile.managed_default_content_settings.javascript": 2 });
        self.window_with(width, height, false, preferences).await
    }

    async fn window_with(&self, width: u32, height: u32, is_phone: bool, preferences: Value) -> Client {
        let size = format!("--window-size={width},{height}");
        let arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", &size];
        let mut options = json!({ "args": arguments, "binary": browser(), "prefs": preferences });
        if is_phone {
            let metrics = json!({ "width": width, "height": height, "pixelRatio": 2.0, "touch": true });
            options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        }
        let wanted = json!({ "goog:chromeOptions": options });
        let Value::Object(wanted) = wanted else { unreachable!("it is an object") };
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let address = format!("http://127.0.0.1:{}", self.port);
        builder.capabilities(wanted).connect(&address).await.expect("the browser starts")
    }
}

/// A plain file server.
pub struct Files {
    process: Child,
    /// Its port on this machine.
    pub port: u16,
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Files {
    /// Serves the files of a folder.
    ///
    /// # Panics
    /// If python3 does not start.
    #[must_use]
    pub fn of(folder: &Path) -> Self {
        let script = "import functools, http.server, sys\n\
            handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])\n\
            server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), handler)\n\
            print(server.server_port, flush=True)\n\
            server.serve_forever()";
        let mut command = Command::new("python3");
        command.args(["-c", script]).arg(folder).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().expect("python3 is there");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("python3 says its port"))
            .read_line(&mut line)
            .expect("python3 says its port");
        Self { process, port: line.trim().parse().expect("a port is a number") }
    }
}

/// The browser's path.
fn browser() -> Option<String> {
    let found = |name: &&str| {
        let asked = Command::new("sh").args(["-c", &format!("command -v {name}")]).output().ok()?;
        let path = String::from_utf8(asked.stdout).ok()?.trim().to_owned();
        (!path.is_empty()).then_some(path)
    };
    BROWSERS.iter().find_map(found)
}
