//! Two hosts on this machine: network namespaces with a cable between them, which can be cut.

use std::path::Path;
use std::process::{Command, Stdio};

/// Network card of either host.
const CARD: &str = "cable";

/// The hosts. Dropping this ends them and what runs there.
#[derive(Debug)]
pub(crate) struct Hosts {
    names: [String; 2],
}

impl Hosts {
    /// Sets both up; the error says why that cannot be done.
    pub(crate) fn new() -> Result<Self, String> {
        remove_abandoned();
        let hosts = Self { names: ["a", "b"].map(|host| format!("solve-{}-{host}", std::process::id())) };
        let [first, second] = &hosts.names;
        for name in &hosts.names {
            ip(&["netns", "add", name])?;
            ip(&["-n", name, "link", "set", "lo", "up"])?;
        }
        ip(&["link", "add", CARD, "netns", first, "type", "veth", "peer", "name", CARD, "netns", second])?;
        for (host, name) in hosts.names.iter().enumerate() {
            ip(&["-n", name, "addr", "add", &format!("{}/24", hosts.address(host)), "dev", CARD])?;
            ip(&["-n", name, "link", "set", CARD, "up"])?;
        }
        // A host has a name of its own too.
        let named = hosts.command(0, "true").stderr(Stdio::null()).status();
        if named.is_ok_and(|status| status.success()) {
            Ok(hosts)
        } else {
            Err("unshare --uts does not work".to_owned())
        }
    }

    /// The address of a host.
    pub(crate) fn address(&self, host: usize) -> String {
        format!("10.77.84.{}", host + 1)
    }

    /// The name of a host.
    pub(crate) fn name(&self, host: usize) -> &str {
        &self.names[host]
    }

    /// Runs a program on a host; the process started becomes the program.
    pub(crate) fn command(&self, host: usize, program: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", self.name(host), "unshare", "--uts", "sh", "-c"]);
        command.args(["hostname \"$0\" && exec \"$@\"", self.name(host), program]);
        command
    }

    /// Unplugs the cable from the second host, or plugs it back in.
    pub(crate) fn plug(&self, is_in: bool) {
        ip(&["-n", self.name(1), "link", "set", CARD, if is_in { "up" } else { "down" }]).unwrap();
    }
}

/// Removes hosts of tests that were killed.
fn remove_abandoned() {
    let list = Command::new("ip").args(["netns", "list"]).output();
    let list = list.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    for name in list.lines().filter_map(|line| line.split_whitespace().next()) {
        let process = name.strip_prefix("solve-").and_then(|rest| rest.split_once('-'));
        let is_dead = |(id, _): (&str, &str)| id.parse::<u32>().is_ok() && !Path::new("/proc").join(id).exists();
        if process.is_some_and(is_dead) {
            let _ = ip(&["netns", "del", name]);
        }
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        for name in &self.names {
            // They may never have been created.
            let _ = ip(&["netns", "del", name]);
        }
    }
}

fn ip(arguments: &[&str]) -> Result<(), String> {
    let output = Command::new("ip").args(arguments).output().map_err(|error| format!("ip: {error}"))?;
    let said = || format!("ip {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    if output.status.success() { Ok(()) } else { Err(said()) }
}
