//! Carries plans out: compares them with what was played, and plays replies that are due.

use data::{Game, Notice, PassUntil, PersonId, Plan, PlanNews, PlanStep, StoreError, Tx};
use jiff::Timestamp;
use rules::{AnyEvent, BACK, END, PASS, Played, SKIP, SUBSTITUTE, Seat};

use super::{
    clocks,
    turn::{play_move, regrettable_end},
};

/// The most plans that a player can have in a game.
pub const MOST_PLANS: usize = 10;

/// Plays the planned replies to the entries from `stored` on, and the planned replies to those. Plans that no longer fit are
/// dropped. Each player gets a private notice of what happened to their plans.
pub fn follow(tx: &Tx<'_>, game: &mut Game, stored: usize, at: Timestamp) -> Result<(), StoreError> {
    let before = tx.plans(game.id)?;
    if before.is_empty() {
        return Ok(());
    }
    let mut plans = Plans { lines: before.clone(), news: Vec::new() };
    plans.lines.retain(|plan| !plan.draft && (plan.pass.is_some() || !plan.steps.is_empty()));
    plans.compare(game, stored)?;
    // The loop ends: a reply takes a step off each line of its player or is a pass, and enough passes in a row end the game.
    while let Some(replied) = plans.reply(game) {
        // The reply takes no time, but it is a turn like any other.
        clocks::follow(tx, game, replied, at)?;
        plans.compare(game, replied)?;
    }
    if game.table.outcome().is_some() {
        plans.lines.clear();
        plans.news.retain(|(_, news)| matches!(news, PlanNews::Played(_)));
    }
    for old in &before {
        match plans.lines.iter().find(|plan| plan.id == old.id) {
            None => tx.drop_plan(old.id)?,
            Some(now) if now != old => tx.set_plan(now.id, &now.steps, false)?,
            Some(_) => {}
        }
    }
    for person in game.people() {
        let mine = plans.news.iter().filter(|(of, _)| *of == person);
        let news: Vec<PlanNews> = mine.map(|(_, news)| news.clone()).collect();
        if !news.is_empty() {
            tx.queue_notice(game.id, person, Notice::Plans { news, ply: game.table.ply() }, at)?;
        }
    }
    Ok(())
}

/// The plans of all players while the loop runs.
struct Plans {
    lines: Vec<Plan>,
    /// Events of plans, by player.
    news: Vec<(PersonId, PlanNews)>,
}

impl Plans {
    /// Compares all lines with the entries since `since`.
    fn compare(&mut self, game: &Game, since: usize) -> Result<(), StoreError> {
        self.end_waiting(game, since)?;
        let here = game.table.here();
        self.lines.retain(|plan| game.seats_of(plan.person).iter().any(|seat| here.contains(seat)));
        for entry in &game.record[since..] {
            for person in game.people() {
                let had = self.has(person);
                if entry.notation.starts_with(BACK) {
                    self.drop_all(person, PlanNews::TakenBack);
                    continue;
                }
                self.lines.retain_mut(|plan| plan.person != person || fits(plan, game, entry));
                if had && !self.has(person) {
                    self.news.push((person, PlanNews::Unforeseen));
                }
            }
        }
        Ok(())
    }

    /// Drops the plans that pass until something has happened in the entries since `since`.
    fn end_waiting(&mut self, game: &Game, since: usize) -> Result<(), StoreError> {
        if self.lines.iter().all(|plan| plan.pass.is_none()) {
            return Ok(());
        }
        let before = game.at_ply(since as u32)?.table.game().scores();
        let now = game.table.game().scores();
        let captured = game.record[since..].iter().any(|entry| entry.events.iter().any(AnyEvent::captures));
        let mut over = Vec::new();
        self.lines.retain(|plan| {
            let has_changed = |seat: Seat| before.get(seat.index()) != now.get(seat.index());
            let happened = plan.pass.filter(|until| match until {
                PassUntil::Capture => captured,
                PassUntil::Change => game.seats_of(plan.person).iter().any(has_changed),
            });
            over.extend(happened.map(|until| (plan.person, PlanNews::Happened(until))));
            happened.is_none()
        });
        self.news.append(&mut over);
        Ok(())
    }

    /// Plays the planned reply of the player to act, if they have one. Returns the index of its first entry.
    fn reply(&mut self, game: &mut Game) -> Option<usize> {
        let seat = game.table.to_act().first()?;
        let person = game.person_in(seat).filter(|&person| self.has(person))?;
        let due = |plan: &&Plan| plan.person == person && is_due(plan);
        // A plan for exactly these moves takes precedence over one for any moves.
        let conditional = |plan: &&Plan| plan.steps.first().is_some_and(|step| step.condition.is_some());
        let for_this = self.lines.iter().filter(due).find(conditional);
        let Some(plan) = for_this.or_else(|| self.lines.iter().find(due)).cloned() else {
            self.drop_all(person, PlanNews::Unforeseen);
            return None;
        };
        let step = match plan.steps.first().filter(|_| plan.pass.is_none()) {
            Some(step) => step.clone(),
            None => PlanStep { condition: None, reply: vec![PASS.to_owned()] },
        };
        let since = game.record.len();
        match played(game, seat, &step.reply) {
            Ok(after) => *game = after,
            Err(why) => {
                self.drop_all(person, why);
                return None;
            }
        }
        self.news.push((person, PlanNews::Played(step.reply.clone())));
        self.lines.retain_mut(|plan| {
            if plan.person != person || plan.pass.is_some() {
                return true;
            }
            let taken = plan.steps[0] == step;
            plan.steps.remove(0);
            taken && !plan.steps.is_empty()
        });
        Some(since)
    }

    fn has(&self, person: PersonId) -> bool {
        self.lines.iter().any(|plan| plan.person == person)
    }

    fn drop_all(&mut self, person: PersonId, why: PlanNews) {
        if self.has(person) {
            self.lines.retain(|plan| plan.person != person);
            self.news.push((person, why));
        }
    }
}

/// Returns whether a plan's first reply is due as soon as its player is to move.
fn is_due(plan: &Plan) -> bool {
    plan.steps.first().is_none_or(|step| step.condition.as_ref().is_none_or(Vec::is_empty))
}

/// Returns whether a plan still fits after this entry. If the entry is the next move of the plan's first condition, removes it
/// from there.
fn fits(plan: &mut Plan, game: &Game, entry: &Played) -> bool {
    let own = game.seats_of(plan.person).contains(entry.seat);
    if entry.forced || own || entry.notation == SUBSTITUTE || plan.pass.is_some() {
        return true;
    }
    match plan.steps.first_mut().map(|step| &mut step.condition) {
        Some(None) => true,
        Some(Some(moves)) if moves.first().is_some_and(|planned| is_played(planned, entry)) => {
            moves.remove(0);
            true
        }
        _ => false,
    }
}

/// Returns whether an entry is the planned move. A skipped turn counts as one in which the player passed or ended it.
fn is_played(planned: &str, entry: &Played) -> bool {
    entry.notation == planned || entry.notation == SKIP && (planned == PASS || planned == END)
}

/// Returns the game after this reply. The reply must be a whole turn.
fn played(game: &Game, seat: Seat, reply: &[String]) -> Result<Game, PlanNews> {
    let turn = game.table.turn();
    let mut after = game.clone();
    for (index, notation) in reply.iter().enumerate() {
        let over = index > 0 && after.table.turn() != turn;
        if over || play_move(&mut after, seat, notation).is_err() {
            return Err(PlanNews::Illegal(reply.to_vec()));
        }
    }
    if after.table.turn() == turn && after.table.outcome().is_none() {
        return Err(PlanNews::Illegal(reply.to_vec()));
    }
    after.pass_forced();
    let notations: Vec<&str> = reply.iter().map(String::as_str).collect();
    match regrettable_end(&game.table, &after.table, seat, &notations) {
        Some(_) => Err(PlanNews::Ends(reply.to_vec())),
        None => Ok(after),
    }
}
