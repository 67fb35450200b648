//! A Slurm of one controller and two nodes on this machine, from Debian's packages.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::collections::HashMap;
use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The packages it needs.
const PACKAGES: &[&str] = &["slurmctld", "slurmd", "slurm-client", "munge"];
/// The nodes.
const NODES: [&str; 2] = ["n1", "n2"];
/// How long the nodes may take to come up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running Slurm. Dropping it ends it and all its tasks.
pub(crate) struct Cluster {
    folder: tempfile::TempDir,
    daemons: HashMap<&'static str, Child>,
}

impl Cluster {
    /// Starts one; the error says why there is none.
    pub(crate) fn start() -> Result<Self, String> {
        install()?;
        let folder = tempfile::Builder::new().prefix("s").tempdir_in("/tmp").map_err(|error| error.to_string())?;
        let mut cluster = Self { folder, daemons: HashMap::new() };
        cluster.configure()?;
        let path = |name: &str| cluster.path(name).to_str().expect("it has a plain name").to_owned();
        let key = path("munge/key");
        let munge = [
            "--foreground".to_owned(),
            "--force".to_owned(),
            format!("--key-file={key}"),
            format!("--socket={}", path("munge/socket")),
            format!("--pid-file={}", path("munge/pid")),
            format!("--log-file={}", path("munge/log")),
            format!("--seed-file={}", path("munge/seed")),
        ];
        cluster.daemon("munged", "munged", &munge)?;
        cluster.daemon("slurmctld", "slurmctld", &["-D".to_owned(), "-c".to_owned()])?;
        for node in NODES {
            cluster.restart(node);
        }
        let begin = Instant::now();
        while cluster.call("sinfo", &["--noheader", "--states=idle", "--Node"]).lines().count() < NODES.len() {
            if begin.elapsed() > PATIENCE {
                let log = fs::read_to_string(cluster.path("slurmctld.out")).unwrap_or_default();
                let last = log.lines().last().unwrap_or("it says nothing").to_owned();
                return Err(format!("its nodes do not come up: {last}"));
            }
            thread::sleep(Duration::from_millis(200));
        }
        Ok(cluster)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes all its configuration.
    fn configure(&self) -> Result<(), String> {
        let host = fs::read_to_string("/proc/sys/kernel/hostname").map_err(|error| error.to_string())?;
        let host = host.trim().split('.').next().unwrap_or("localhost").to_owned();
        let at = self.folder.path().display();
        // Hold all ports until all are chosen, so that none comes twice.
        let listeners: Vec<TcpListener> = (0..3).flat_map(|_| TcpListener::bind("127.0.0.1:0")).collect();
        let ports: Vec<u16> =
            listeners.iter().flat_map(TcpListener::local_addr).map(|address| address.port()).collect();
        let [controller, first, second] = ports[..] else { return Err("there are no free ports".to_owned()) };
        let mut text = format!(
            "ClusterName=test\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={controller}\n\
             AuthType=auth/munge\nAuthInfo=socket={at}/munge/socket\nCredType=cred/munge\n\
             SlurmUser=root\nSlurmdUser=root\nStateSaveLocation={at}/state\n\
             SlurmctldPidFile={at}/slurmctld.pid\nSlurmdPidFile={at}/%n.pid\nSlurmdSpoolDir={at}/%n\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nMpiDefault=none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\nSlurmdParameters=config_overrides\n\
             JobAcctGatherType=jobacct_gather/none\nAccountingStorageType=accounting_storage/none\n\
             ReturnToService=2\nSlurmdTimeout=10\nKillWait=5\nSchedulerParameters=sched_interval=2,batch_sched_delay=0\n"
        );
        for (node, port) in NODES.into_iter().zip([first, second]) {
            text +=
                &format!("NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=2 State=UNKNOWN\n");
        }
        text += "PartitionName=cpu Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n";
        let made = [fs::create_dir(self.path("munge")), fs::create_dir(self.path("state"))];
        made.into_iter().collect::<Result<(), _>>().map_err(|error| error.to_string())?;
        let key: Vec<u8> = (0..64).flat_map(|_| fs::read("/proc/sys/kernel/random/uuid")).flatten().collect();
        let files: [(&str, &[u8]); 3] = [("slurm.conf", text.as_bytes()), ("cgroup.conf", b"\n"), ("munge/key", &key)];
        for (name, bytes) in files {
            fs::write(self.path(name), bytes).map_err(|error| error.to_string())?;
        }
        let mode = |path: &Path, mode| fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode));
        let closed = mode(&self.path("munge"), 0o700).and_then(|()| mode(&self.path("munge/key"), 0o600));
        closed.map_err(|error| error.to_string())
    }

    fn daemon(&mut self, name: &'static str, program: &str, arguments: &[String]) -> Result<(), String> {
        let out = File::create(self.path(&format!("{name}.out"))).map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        self.know(&mut command);
        let other = out.try_clone().map_err(|error| error.to_string())?;
        command.args(arguments).stdin(Stdio::null()).stdout(out).stderr(other);
        let child = command.spawn().map_err(|error| format!("{program}: {error}"))?;
        self.daemons.insert(name, child);
        Ok(())
    }

    /// Tells a program about this Slurm, and the script about this `solve`.
    pub(crate) fn know(&self, command: &mut Command) {
        let paths = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{paths}:/usr/sbin:/sbin")).env("SLURM_CONF", self.path("slurm.conf"));
        command.env("SOLVE", env!("CARGO_BIN_EXE_solve"));
    }

    /// What one of Slurm's programs says.
    pub(crate) fn call(&self, program: &str, arguments: &[&str]) -> String {
        let mut command = Command::new(program);
        self.know(&mut command);
        let output = command.args(arguments).output().expect("Slurm is installed");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The tasks that are running.
    pub(crate) fn tasks(&self) -> Vec<String> {
        let said = self.call("squeue", &["--noheader", "--array", "--states=running", "--format=%i"]);
        said.lines().map(|line| line.trim().to_owned()).collect()
    }

    /// The workers on a node.
    pub(crate) fn processes_of(&self, node: &str) -> Vec<u32> {
        let wanted = format!("SLURMD_NODENAME={node}");
        let conf = format!("SLURM_CONF={}", self.path("slurm.conf").display());
        let is_there = |process: &u32| {
            let variables = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
            let has = |wanted: &str| variables.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes());
            has(&wanted) && has(&conf)
        };
        processes(&["campaign", "job"]).into_iter().filter(is_there).collect()
    }

    /// Kills a node with all that runs on it.
    pub(crate) fn kill(&mut self, node: &'static str) {
        let workers = self.processes_of(node);
        if let Some(mut daemon) = self.daemons.remove(node) {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
        // The tasks' supervisors die first, so that nobody reports how the tasks ended.
        for process in workers.iter().filter_map(|&worker| parent(worker)).chain(workers.iter().copied()) {
            crate::support::signal("KILL", process);
        }
    }

    /// Starts a node.
    pub(crate) fn restart(&mut self, node: &'static str) {
        let arguments = ["-D", "-N", node].map(str::to_owned);
        self.daemon(node, "slurmd", &arguments).expect("it was started before");
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.call("scancel", &["--user=root"]);
        let begin = Instant::now();
        while !self.tasks().is_empty() && begin.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(200));
        }
        for name in ["n1", "n2", "slurmctld", "munged"] {
            if let Some(mut daemon) = self.daemons.remove(name) {
                let _ = daemon.kill();
                let _ = daemon.wait();
            }
        }
    }
}

/// Processes of this program with these arguments first.
pub(crate) fn processes(arguments: &[&str]) -> Vec<u32> {
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let line = [&[env!("CARGO_BIN_EXE_solve")], arguments].concat().join("\0") + "\0";
    numbers
        .filter(|process: &u32| {
            fs::read(format!("/proc/{process}/cmdline")).is_ok_and(|said| said.starts_with(line.as_bytes()))
        })
        .collect()
}

fn parent(process: u32) -> Option<u32> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("PPid:")?.trim().parse().ok())
}

/// Makes sure that Slurm is installed.
fn install() -> Result<(), String> {
    let has = |name: &str| ["/usr/bin", "/usr/sbin"].iter().any(|folder| Path::new(folder).join(name).exists());
    let is_there = || ["slurmctld", "slurmd", "sbatch", "munged"].iter().all(|name| has(name));
    // SAFETY: it only returns a number.
    if unsafe { libc::geteuid() } != 0 {
        return Err("its nodes need root".to_owned());
    }
    if is_there() {
        return Ok(());
    }
    let wanted = format!("apt-get update -q && apt-get install -q -y --no-install-recommends {}", PACKAGES.join(" "));
    let output = Command::new("sh").args(["-c", &wanted]).env("DEBIAN_FRONTEND", "noninteractive").output();
    match output {
        Ok(output) if output.status.success() && is_there() => Ok(()),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).trim().lines().last().unwrap_or_default().to_owned();
            Err(format!("apt-get does not install {}: {said}", PACKAGES.join(", ")))
        }
        Err(error) => Err(format!("apt-get: {error}")),
    }
}
