//! A campaign: hands out jobs, takes records, and goes from one question about the root to the next.

use std::collections::hash_map::Entry;
use std::sync::OnceLock;

use ahash::{HashMap, HashSet};
use solver::{Bounds, CanonicalGame, Discs};

use crate::error::CampaignError;
use crate::job::{Job, JobId, canonical_text};
use crate::knowledge::{Added, Clash, Knowledge, Source};
use crate::ledger::Ledger;
use crate::plan::Plan;
use crate::question;
use crate::record::Record;
use crate::search::prior::Prior;
use crate::search::size::{JOBS, PART_OF_BUDGET, Sizes};
use crate::search::{Node, NodeId, Search, Sight};

/// How many plies deeper the root's guess looks than other guesses do.
const ROOT_PLIES: u32 = 4;
/// The factor by which an insufficient budget grows, for a position that is not split.
const BUDGET_GROWTH: u64 = 4;

/// The "solver" of positions that are split without a job.
const SPLITTER: &str = "campaign";

/// A campaign under way. It knows nothing of files, threads or machines.
#[derive(Debug)]
pub struct Campaign {
    plan: Plan,
    pub(crate) root: Discs,
    /// The guess of the root's value that decides which question comes first, once it is needed.
    guess: OnceLock<i32>,
    pub(crate) game: CanonicalGame,
    pub(crate) prior: Prior,
    pub(crate) knowledge: Knowledge,
    in_flight: HashMap<JobId, Job>,
    /// The jobs in flight, by position.
    asked: HashMap<Discs, Vec<JobId>>,
    pub(crate) search: Option<Search>,
    /// How many nodes jobs took.
    sizes: Sizes,
    /// Splits that are not in a ledger yet.
    splits: Vec<Record>,
    /// Whether it began with what a ledger knows. Guesses about that are made only where they are needed.
    pub(crate) is_resumed: bool,
}

impl Campaign {
    /// A campaign that knows nothing yet.
    #[must_use]
    pub fn new(plan: Plan) -> Self {
        let board = plan.root.board();
        let (game, prior) = (CanonicalGame::new(board, plan.scoring), Prior::new(board, plan.scoring, plan.budget));
        let root = game.canonical(plan.root.discs());
        let knowledge = Knowledge::new(board.squares());
        let (in_flight, asked) = (HashMap::default(), HashMap::default());
        Self {
            plan,
            root,
            guess: OnceLock::new(),
            game,
            prior,
            knowledge,
            in_flight,
            asked,
            search: None,
            sizes: Sizes::default(),
            splits: Vec::new(),
            is_resumed: false,
        }
    }

    /// A campaign that knows what its ledger does. Each job of the ledger counts once.
    ///
    /// # Errors
    /// Records contradict each other.
    pub fn from_ledger(ledger: &Ledger) -> Result<Self, CampaignError> {
        let mut campaign = Self::new(ledger.plan.clone());
        campaign.take_all(ledger)?;
        Ok(campaign)
    }

    /// Loads a ledger into an empty campaign.
    pub(crate) fn take_all(&mut self, ledger: &Ledger) -> Result<(), CampaignError> {
        let records = ledger.counting();
        self.is_resumed = !records.is_empty();
        for &(id, record) in &records {
            self.add(id, record)?;
        }
        // No other records affect the sizes.
        let searched = records.iter().rev().map(|&(_, record)| record).filter(|record| record.nodes > 0).take(JOBS);
        let searched: Vec<&Record> = searched.collect();
        searched.into_iter().rev().for_each(|record| self.learn_size(record));
        Ok(())
    }

    /// Brings everything in a ledger into the tree of the current question at once, as far as a search has not reached it
    /// yet.
    pub(crate) fn unfold(&mut self) -> Result<(), CampaignError> {
        self.unfold_all().map_err(|clash| self.told(clash))
    }

    fn unfold_all(&mut self) -> Result<(), Clash> {
        let families = self.knowledge.families(&self.game);
        // What follows for the root may answer the question; if so, the next one is unfolded.
        self.knowledge.derive(&families, self.root, &mut HashSet::default())?;
        if !self.begin()? {
            return Ok(());
        }
        let (grow_empties, is_eager) = (self.plan.grow_empties, !self.is_resumed);
        self.update(|search, sight| search.grow(sight, &families, grow_empties, is_eager))
    }

    /// Whether a job is in flight.
    pub(crate) fn is_flying(&self, job: JobId) -> bool {
        self.in_flight.contains_key(&job)
    }

    /// The question to answer, and how.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What is known about the root, for its side to move.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        match self.game.final_score(self.root) {
            Some(score) => Bounds::at(score),
            None => self.knowledge.get(self.root).bounds,
        }
    }

    /// Whether nothing is left to do.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.plan.mode.settled(self.bounds())
    }

    /// Number of jobs in flight.
    #[must_use]
    pub fn in_flight(&self) -> usize {
        self.in_flight.len()
    }

    /// All records, in order of arrival.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        self.knowledge.records()
    }

    /// The current question about the root: is it worth at least this?
    #[must_use]
    pub fn question(&self) -> Option<i32> {
        let guess = || *self.guess.get_or_init(|| self.prior.guess(self.root, ROOT_PLIES).round() as i32);
        question::next(self.bounds(), self.plan.mode, self.plan.first, guess)
    }

    /// The next job; `None` if nothing is left to do, or nothing that is not in flight.
    ///
    /// This may split positions that are too large for a job. The records of the splits wait in
    /// [`Campaign::take_splits`] and belong in the ledger before the job's own.
    ///
    /// # Errors
    /// Records contradict each other.
    pub fn next_job(&mut self) -> Result<Option<Job>, CampaignError> {
        self.next_job_or(|_| false)
    }

    /// The same, but a position becomes a job however large it is if `is_known` says that its answer is known
    /// elsewhere.
    ///
    /// # Errors
    /// Records contradict each other.
    pub(crate) fn next_job_or(&mut self, is_known: impl Fn(&Job) -> bool) -> Result<Option<Job>, CampaignError> {
        self.advance(is_known).map_err(|clash| self.told(clash))
    }

    fn advance(&mut self, is_known: impl Fn(&Job) -> bool) -> Result<Option<Job>, Clash> {
        while self.begin()? {
            let Some((leaf, empties, job)) = self.select()? else {
                match self.is_decided() {
                    true => continue,
                    false => return Ok(None),
                }
            };
            let open = self.knowledge.get(job.discs).open;
            if empties <= self.plan.grow_empties {
                let grown = |spent: u64| spent.saturating_mul(BUDGET_GROWTH).max(job.budget);
                return self.ask(Job { budget: open.map_or(job.budget, grown), ..job }).map(Some);
            }
            if open.is_none() {
                let outlook = self.prior.outlook(job.discs, job.at_least);
                let is_too_large = self.sizes.predicted(&outlook) > PART_OF_BUDGET * job.budget as f64;
                if !is_too_large || is_known(&job) {
                    return self.ask(job).map(Some);
                }
                let record = Record::split(job, SPLITTER);
                self.knowledge.add(record.job.id(), &record)?;
                self.splits.push(record);
            }
            let is_eager = open.is_none() || !self.is_resumed;
            self.update(|search, sight| search.split(leaf, is_eager, sight))?;
        }
        Ok(None)
    }

    /// Hands out a job.
    fn ask(&mut self, job: Job) -> Result<Job, Clash> {
        let id = job.id();
        if self.in_flight.insert(id, job).is_none() {
            self.asked.entry(job.discs).or_default().push(id);
        }
        self.update(|search, sight| search.update(job.discs, sight))?;
        Ok(job)
    }

    /// Makes sure that there is a search for the current question; `false` when nothing is left to ask.
    fn begin(&mut self) -> Result<bool, Clash> {
        let Some(at_least) = self.question() else { return Ok(false) };
        if self.search.as_ref().is_none_or(|search| search.at_least() != at_least) {
            self.search = None;
            let root = self.root;
            self.search = Some(Search::new(root, at_least, &mut self.sight())?);
        }
        Ok(true)
    }

    /// The leaf to ask about next, its number of empty squares and the job about it. As long as the leaf's value was not
    /// guessed by searching, that is done, and may make another leaf the next one.
    fn select(&mut self) -> Result<Option<(NodeId, u32, Job)>, Clash> {
        while let Some(search) = &self.search
            && let Some(leaf) = search.select()
        {
            let Node { discs, at_least, empties, is_guessed, .. } = *search.get(leaf);
            if is_guessed {
                let Plan { root, scoring, budget, .. } = self.plan;
                return Ok(Some((leaf, empties, Job { board: root.board(), scoring, discs, at_least, budget })));
            }
            self.update(|search, sight| search.guess(leaf, sight))?;
        }
        Ok(None)
    }

    /// Whether the question of the current search is answered.
    pub(crate) fn is_decided(&self) -> bool {
        let decided = |search: &Search| self.bounds().reach(search.at_least().into());
        self.search.as_ref().is_some_and(|search| decided(search).is_some())
    }

    /// The splits since the last call.
    pub fn take_splits(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.splits)
    }

    /// Takes a record, whether or not its job is in flight: what is true of a position stays true. A job that was done
    /// before does not count twice; if the new record says more than the old one, it replaces it.
    ///
    /// # Errors
    /// The record is of another board or scoring, is not an answer, or contradicts what is known, even if its job was
    /// done before; it then counts for nothing. If it contradicts what follows from others, the campaign must not go
    /// on.
    pub fn record(&mut self, record: &Record) -> Result<Added, CampaignError> {
        let added = self.add(record.job.id(), record)?;
        if added == Added::New && record.nodes > 0 {
            if !self.is_resumed {
                self.prior.foresee([record.job.discs]);
            }
            self.learn_size(record);
        }
        self.settle(&record.job).map_err(|clash| self.told(clash))?;
        Ok(added)
    }

    /// Takes a record without drawing conclusions from it.
    fn add(&mut self, id: JobId, record: &Record) -> Result<Added, CampaignError> {
        let Plan { root, scoring, .. } = self.plan;
        let (theirs, mine) = ((record.job.board, record.job.scoring), (root.board(), scoring));
        if theirs != mine {
            return Err(CampaignError::Foreign { record: theirs, campaign: mine });
        }
        record.check()?;
        self.knowledge.add(id, record).map_err(|clash| self.told_with(clash, Some(record)))
    }

    fn learn_size(&mut self, record: &Record) {
        let outlook = self.prior.outlook(record.job.discs, record.job.at_least);
        self.sizes.learn(&outlook, record.finding.is_yes(), record.nodes);
    }

    /// Takes back an abandoned job, to be handed out again in its turn.
    ///
    /// # Errors
    /// Records contradict each other.
    pub fn lost(&mut self, job: JobId) -> Result<bool, CampaignError> {
        let Some(job) = self.in_flight.get(&job).copied() else { return Ok(false) };
        self.settle(&job).map(|()| true).map_err(|clash| self.told(clash))
    }

    /// Jobs in flight whose answers have become needless: known by now, or with nothing open depending on them. A
    /// worker may stop such a job and report it by [`Campaign::lost`], or go on: whatever it finds stays true.
    #[must_use]
    pub fn needless(&self) -> Vec<JobId> {
        let search = self.search.as_ref().filter(|_| !self.is_decided());
        let is_needless = |job: &Job| search.is_none_or(|search| !search.is_wanted(job.discs, job.at_least));
        let all = self.in_flight.iter().filter(|(_, job)| is_needless(job));
        let mut needless: Vec<JobId> = all.map(|(&id, _)| id).collect();
        needless.sort_unstable();
        needless
    }

    /// A job is no longer in flight.
    fn settle(&mut self, job: &Job) -> Result<(), Clash> {
        let id = job.id();
        self.in_flight.remove(&id);
        if let Entry::Occupied(mut asked) = self.asked.entry(job.discs) {
            asked.get_mut().retain(|&other| other != id);
            if asked.get().is_empty() {
                asked.remove();
            }
        }
        self.update(|search, sight| search.update(job.discs, sight))
    }

    /// Changes the search, if there is one.
    fn update(&mut self, change: impl FnOnce(&mut Search, &mut Sight<'_>) -> Result<(), Clash>) -> Result<(), Clash> {
        let Some(mut search) = self.search.take() else { return Ok(()) };
        let changed = change(&mut search, &mut self.sight());
        self.search = Some(search);
        changed
    }

    fn sight(&mut self) -> Sight<'_> {
        Sight { game: &self.game, prior: &mut self.prior, knowledge: &mut self.knowledge, in_flight: &self.asked }
    }

    /// A contradiction in words.
    fn told(&self, clash: Clash) -> CampaignError {
        self.told_with(clash, None)
    }

    /// The same of a record that is refused.
    fn told_with(&self, clash: Clash, refused: Option<&Record>) -> CampaignError {
        let record = |number: u32| self.records().get(number as usize).or(refused);
        let said =
            |source: Source| source.and_then(record).map_or("the rules".to_owned(), |record| format!("'{record}'"));
        let position = canonical_text(self.plan.root.board(), clash.discs);
        CampaignError::Contradiction { position, first: said(clash.lower), second: said(clash.upper) }
    }
}

#[cfg(test)]
mod tests {
    use solver::random::Random;
    use solver::{Mode, Position, Question, Resources, Score, Scoring, Solver, Start};

    use super::*;
    use crate::record::Finding;

    /// The questions of all open leaves that can be reached from the root through open nodes.
    fn wanted(search: &Search, id: NodeId, leaves: &mut HashSet<(Discs, i32)>) {
        let node = search.get(id);
        if !node.real.is_open() {
            return;
        }
        if node.successors.is_empty() {
            leaves.insert((node.discs, node.at_least));
        }
        node.successors.iter().for_each(|&next| wanted(search, next, leaves));
    }

    #[test]
    fn what_is_needless_is_what_no_way_from_the_root_leads_to() {
        let mut random = Random::new(3, 5);
        let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
        let (mut needless, mut needed) = (0, 0);
        for (name, budget) in [("4x5", 1), ("3x7", 1), ("5x4", 1), ("4x6", 300), ("3x9", 100)] {
            let root = Position::start(name.parse().unwrap(), random.pick(&Start::ALL));
            let mut campaign = Campaign::new(Plan { budget, ..Plan::new(root, Scoring::Discs, Mode::Exact) });
            let mut flying: Vec<Job> = Vec::new();
            loop {
                while flying.len() < 8 {
                    let Some(job) = campaign.next_job().unwrap() else { break };
                    flying.push(job);
                }
                if flying.is_empty() {
                    break;
                }
                let mut leaves = HashSet::default();
                let search = campaign.search.as_ref().filter(|_| !campaign.is_decided());
                search.inspect(|search| wanted(search, 0, &mut leaves));
                let left: HashSet<JobId> = campaign.needless().into_iter().collect();
                for job in &flying {
                    let is_wanted = leaves.contains(&(job.discs, job.at_least));
                    assert_eq!(left.contains(&job.id()), !is_wanted, "{name} {job:?}");
                    *(if is_wanted { &mut needed } else { &mut needless }) += 1;
                }
                let job = flying.swap_remove(random.below(flying.len() as u32) as usize);
                let question = Question::new(job.position(), Mode::Exact, job.scoring);
                let value = solver.value(&question).unwrap().bounds.lower;
                let finding = match value >= Score::new(job.at_least) {
                    _ if job.budget < 1 << 20 && random.below(3) == 0 => Finding::Open,
                    true => Finding::AtLeast(job.at_least),
                    false => Finding::AtMost(job.at_least - 1),
                };
                campaign.record(&Record::new(job, finding, 1, 1, "test")).unwrap();
            }
            assert!(campaign.is_done());
        }
        assert!(needless > 20 && needed > 100, "{needless} {needed}");
    }
}
