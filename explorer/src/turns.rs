//! Turns on a few places, shared fairly: clients take them in rotation, however much each wants.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;
use tokio::sync::{oneshot, watch};

use crate::client::Client;

/// The queue is full, or others have more right to a place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("all searches are taken and the queue before them is full; try again later")]
pub(crate) struct Full;

/// How much there is to share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shares {
    /// The most turns at the same time.
    pub(crate) places: usize,
    /// The most turns taken or waited for.
    pub(crate) tickets: usize,
    /// Tickets of one client.
    pub(crate) per_client: usize,
}

/// The places, and who has them or waits.
pub(crate) struct Turns {
    shares: Shares,
    state: Mutex<State>,
    /// Notified whenever a client begins to wait.
    waits: watch::Sender<()>,
}

/// Who has a place and who waits. Clients with no ticket and no turn have no entry.
#[derive(Default)]
struct State {
    free: Vec<usize>,
    lines: HashMap<Client, Line>,
    /// Clients that wait for a turn; the one that has waited longest comes first.
    rotation: VecDeque<Client>,
    tickets: usize,
    /// The number of the next ticket.
    next: u64,
}

/// One client's tickets and turns.
#[derive(Default)]
struct Line {
    tickets: usize,
    running: usize,
    waiting: VecDeque<Waiter>,
}

struct Waiter {
    ticket: u64,
    sender: oneshot::Sender<Result<Turn, Full>>,
}

/// The right to wait for turns, one after the other. Dropping it gives it back.
pub(crate) struct Ticket {
    turns: Arc<Turns>,
    client: Client,
    number: u64,
}

/// A turn. It ends when it is dropped.
pub(crate) struct Turn {
    turns: Arc<Turns>,
    client: Client,
    place: usize,
    since: Instant,
    is_void: bool,
}

impl Turns {
    /// With all places free.
    pub(crate) fn new(shares: Shares) -> Arc<Self> {
        let state = State { free: (0..shares.places).rev().collect(), ..State::default() };
        Arc::new(Self { shares, state: Mutex::new(state), waits: watch::Sender::new(()) })
    }

    /// A ticket for a client. If none is left, the client with the most loses its last waiting one, provided that it
    /// keeps at least as many as this client then has.
    ///
    /// # Errors
    /// The client has its full share, or all tickets are taken and no other client has enough more than this one to
    /// lose one.
    pub(crate) fn ticket(self: &Arc<Self>, client: Client) -> Result<Ticket, Full> {
        let mut state = self.state();
        let held = state.lines.get(&client).map_or(0, |line| line.tickets);
        if held >= self.shares.per_client || (state.tickets >= self.shares.tickets && !state.displace(held)) {
            return Err(Full);
        }
        state.tickets += 1;
        state.next += 1;
        state.lines.entry(client).or_default().tickets += 1;
        let number = state.next;
        Ok(Ticket { turns: Arc::clone(self), client, number })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives free places to those who wait.
    fn deal(self: &Arc<Self>, state: &mut State) {
        while let Some(&place) = state.free.last() {
            let Some((client, waiter)) = state.first() else { return };
            let turn = Turn { turns: Arc::clone(self), client, place, since: Instant::now(), is_void: false };
            match waiter.sender.send(Ok(turn)) {
                Ok(()) => {
                    state.free.pop();
                    state.lines.entry(client).or_default().running += 1;
                }
                // The client is gone; the turn never began.
                Err(unwanted) => unwanted.into_iter().for_each(Turn::annul),
            }
        }
    }
}

impl State {
    /// Takes the next waiter out of its line: among the clients with the fewest places, that of the one that has waited
    /// longest.
    fn first(&mut self) -> Option<(Client, Waiter)> {
        let running = |client: &Client| self.lines.get(client).map_or(0, |line| line.running);
        let (at, &client) = self.rotation.iter().enumerate().min_by_key(|(_, client)| running(client))?;
        self.rotation.remove(at);
        let line = self.lines.get_mut(&client)?;
        let waiter = line.waiting.pop_front()?;
        if !line.waiting.is_empty() {
            self.rotation.push_back(client);
        }
        Some((client, waiter))
    }

    /// Takes the last waiting ticket from the client with the most, unless that would leave it fewer than another
    /// client that holds `held` and gets one more. Returns whether it did.
    fn displace(&mut self, held: usize) -> bool {
        let waiting = self.lines.iter().filter(|(_, line)| !line.waiting.is_empty());
        let Some((&richest, line)) = waiting.max_by_key(|(_, line)| line.tickets) else { return false };
        let last = line.waiting.iter().map(|waiter| waiter.ticket).max();
        let Some(last) = last.filter(|_| line.tickets > held + 1) else { return false };
        if let Some(waiter) = self.leave(richest, last) {
            // The request learns of it if it still waits.
            let _ = waiter.sender.send(Err(Full));
        }
        true
    }

    /// Takes a ticket out of its client's line.
    fn leave(&mut self, client: Client, ticket: u64) -> Option<Waiter> {
        let line = self.lines.get_mut(&client)?;
        let at = line.waiting.iter().position(|waiter| waiter.ticket == ticket)?;
        let waiter = line.waiting.remove(at);
        if line.waiting.is_empty() {
            self.rotation.retain(|one| *one != client);
        }
        waiter
    }

    /// Forgets a client with no turn and no ticket.
    fn tidy(&mut self, client: Client) {
        if self.lines.get(&client).is_some_and(|line| line.tickets == 0 && line.running == 0) {
            self.lines.remove(&client);
        }
    }
}

impl Ticket {
    /// Begins to wait for a turn. The ticket must be kept until the turn has come.
    pub(crate) fn turn(&self) -> impl Future<Output = Result<Turn, Full>> + use<> {
        let (sender, turn) = oneshot::channel();
        let mut state = self.turns.state();
        let line = state.lines.entry(self.client).or_default();
        line.waiting.push_back(Waiter { ticket: self.number, sender });
        if line.waiting.len() == 1 {
            state.rotation.push_back(self.client);
        }
        self.turns.deal(&mut state);
        drop(state);
        self.turns.waits.send_replace(());
        async { turn.await.unwrap_or(Err(Full)) }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.turns.state();
        state.tickets -= 1;
        if let Some(line) = state.lines.get_mut(&self.client) {
            line.tickets -= 1;
        }
        let waiter = state.leave(self.client, self.number);
        state.tidy(self.client);
        drop(state);
        // Not while the state is locked: the waiter may hold a turn.
        drop(waiter);
    }
}

impl Turn {
    /// The number of its place, from 0.
    pub(crate) fn place(&self) -> usize {
        self.place
    }

    /// Completes when the turn has lasted this long and others have a right to its place. The turn itself may be
    /// elsewhere.
    pub(crate) fn outstayed(&self, least: Duration) -> impl Future<Output = ()> + use<> {
        let (turns, client, until) = (Arc::clone(&self.turns), self.client, self.since + least);
        async move {
            tokio::time::sleep_until(until.into()).await;
            let mut waits = turns.waits.subscribe();
            while !turns.is_wanted(client) {
                // The sender lives as long as this does, so it cannot fail.
                let _ = waits.changed().await;
            }
        }
    }

    /// Marks it as never begun.
    fn annul(mut self) {
        self.is_void = true;
    }
}

impl Turns {
    /// Whether anyone with more right to the place waits: another turn of this client, or a client with fewer places.
    fn is_wanted(&self, client: Client) -> bool {
        let state = self.state();
        let running = |client: &Client| state.lines.get(client).map_or(0, |line| line.running);
        state.rotation.iter().any(|one| *one == client || running(one) < running(&client))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if self.is_void {
            return;
        }
        let mut state = self.turns.state();
        state.free.push(self.place);
        if let Some(line) = state.lines.get_mut(&self.client) {
            line.running -= 1;
        }
        state.tidy(self.client);
        self.turns.deal(&mut state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(last: u8) -> Client {
        Client::of([192, 0, 2, last].into())
    }

    fn turns(places: usize, tickets: usize, per_client: usize) -> Arc<Turns> {
        Turns::new(Shares { places, tickets, per_client })
    }

    /// Gives turns to all waiters, one after the other; returns who had them.
    async fn order(waiting: Vec<(u8, Ticket)>) -> Vec<u8> {
        let turns = Arc::clone(&waiting[0].1.turns);
        let (sender, mut told) = tokio::sync::mpsc::unbounded_channel();
        for (last, ticket) in waiting {
            let (turn, sender) = (ticket.turn(), sender.clone());
            tokio::spawn(async move {
                let turn = turn.await.unwrap();
                sender.send(last).unwrap();
                drop((turn, ticket));
            });
        }
        drop(sender);
        let mut order = Vec::new();
        while let Some(last) = told.recv().await {
            order.push(last);
        }
        let state = turns.state();
        assert!(
            state.lines.is_empty() && state.rotation.is_empty() && state.tickets == 0,
            "nothing is left of anybody"
        );
        order
    }

    #[tokio::test]
    async fn clients_take_turns_in_rotation_however_many_they_want() {
        let turns = turns(1, 100, 100);
        let ask = |last| (last, turns.ticket(client(last)).unwrap());
        let waiting = vec![ask(1), ask(1), ask(1), ask(1), ask(2), ask(3), ask(3)];
        // The first takes the place at once, before anybody else is there.
        assert_eq!(order(waiting).await, [1, 1, 2, 3, 1, 3, 1]);
    }

    #[tokio::test]
    async fn a_client_has_no_more_tickets_than_one_may_have() {
        let turns = turns(2, 100, 3);
        let held: Vec<Ticket> = (0..3).map(|_| turns.ticket(client(1)).unwrap()).collect();
        assert!(turns.ticket(client(1)).is_err());
        assert!(turns.ticket(client(2)).is_ok());
        drop(held);
        assert!(turns.ticket(client(1)).is_ok());
    }

    #[tokio::test]
    async fn who_has_most_gives_way_to_who_has_fewer_but_only_one_that_waits() {
        let turns = turns(1, 4, 4);
        let mut waiting = Vec::new();
        for last in [1, 1, 1, 2] {
            let ticket = turns.ticket(client(last)).unwrap();
            waiting.push((ticket.turn(), ticket));
        }
        // The first runs; the third loses its place, and then nobody has more than one that waits.
        let third = turns.ticket(client(3)).unwrap();
        let fourth_client = turns.ticket(client(4));
        assert!(fourth_client.is_ok());
        assert!(turns.ticket(client(5)).is_err(), "nobody has more than two any more");
        let ends = waiting.into_iter().map(|(turn, ticket)| async move { (turn.await.is_ok(), ticket).0 });
        let mut found = Vec::new();
        for end in ends {
            found.push(end.await);
        }
        assert_eq!(found, [true, false, false, true]);
        drop(third);
    }

    #[tokio::test]
    async fn who_leaves_while_he_waits_holds_nobody_up() {
        let turns = turns(1, 10, 10);
        let [first, second, third] = [1, 1, 2].map(|last| turns.ticket(client(last)).unwrap());
        let running = first.turn().await.unwrap();
        let (gone, next) = (second.turn(), third.turn());
        drop((gone, second));
        drop(running);
        assert_eq!(next.await.unwrap().place(), 0);
    }

    #[tokio::test]
    async fn a_turn_is_over_when_others_wait_and_not_before() {
        let turns = turns(2, 10, 10);
        let [first, second, third] = [1, 1, 2].map(|last| turns.ticket(client(last)).unwrap());
        let (one, two) = (first.turn().await.unwrap(), second.turn().await.unwrap());
        let over = one.outstayed(Duration::ZERO);
        tokio::pin!(over);
        let now = tokio::time::timeout(Duration::ZERO, &mut over).await;
        assert!(now.is_err(), "nobody waits");
        let other = third.turn();
        over.await;
        drop(one);
        let other = other.await.unwrap();
        // Now each has one, and the first client, who wants two again, has to wait until one is free.
        let again = first.turn();
        let over = other.outstayed(Duration::ZERO);
        assert!(tokio::time::timeout(Duration::ZERO, over).await.is_err());
        two.outstayed(Duration::ZERO).await;
        drop(two);
        again.await.unwrap();
    }
}
