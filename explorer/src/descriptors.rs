//! File descriptors: each connection takes one, and the tables need theirs.

/// Descriptors kept for tables, certificates and the program itself.
const KEPT: u64 = 512;

/// Raises the process's limit for this many connections, as far as allowed; returns how many there can be.
#[cfg(unix)]
pub(crate) fn raise_for(connections: usize) -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let wanted = connections as u64 + KEPT;
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|current| current < wanted) {
        let raised = limit.maximum.map_or(wanted, |most| most.min(wanted));
        // If even that is refused, there are fewer connections.
        if setrlimit(Resource::Nofile, Rlimit { current: Some(raised), ..limit }).is_ok() {
            limit.current = Some(raised);
        }
    }
    let Some(current) = limit.current else { return connections };
    // With very few descriptors, half of them have to do.
    let left = current.saturating_sub(KEPT).max(current / 2);
    usize::try_from(left).unwrap_or(usize::MAX).clamp(1, connections.max(1))
}

/// Other systems have no such limit.
#[cfg(not(unix))]
pub(crate) fn raise_for(connections: usize) -> usize {
    connections
}
