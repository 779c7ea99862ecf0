//! Plans: replies that a player queues in private, and that the game plays as soon as it is their turn.

mod keep;
mod read;
#[cfg(test)]
mod tests;

use data::{Game, GameId, GameState, PassUntil, PersonId, Plan, PlanStep, StoreError, Tx};
use rules::{Kind, LegalMove, Seat, SeatSet, Table};

use self::keep::{keep, keep_passing, kept};
use self::read::{Unread, read};
use super::{
    complete::completions,
    core::{Caller, Service},
    lookup::{game_here, running_in},
    sentence::Sentence,
};
use crate::{
    content::{Completion, Content, Draft, PlanChange, Response},
    error::Error,
    game::{
        ahead::{Ahead, IF, Misfit, THEN, WHATEVER},
        turn::{can_pass_ahead, can_plan},
    },
    rejected::{PlanRejected, Rejected},
};

/// Names all plans of a player, in place of the id of one.
pub const ALL_PLANS: &str = "all";

/// The options of `/plan` as they were typed. Without any, `/plan` shows the player's plans.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Wished {
    /// The moves of the others that the plan waits for.
    pub condition: Option<String>,
    /// The reply to them, and perhaps further steps.
    pub reply: Option<String>,
    /// The next move, whatever the others play.
    pub next: Option<String>,
    /// Set for a plan of passes: the event that ends it.
    pub pass: Option<PassUntil>,
}

impl Wished {
    fn typed(&self, field: Field) -> &str {
        let typed = match field {
            Field::Condition => &self.condition,
            Field::Reply => &self.reply,
            Field::Next => &self.next,
        };
        typed.as_deref().unwrap_or_default()
    }
}

/// A part of [`Wished`] that is being typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The moves of the others.
    Condition,
    /// The reply to them.
    Reply,
    /// The next move, whatever the others play.
    Next,
}

impl Service {
    /// Adds a plan to the game of the caller's channel, or returns the caller's plans. If only a condition was given, menus ask
    /// for the reply.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the channel has no game, it is the caller's turn, or the plan does not fit the game.
    pub async fn plan(&self, caller: &Caller, wished: Wished) -> Result<Response, Error> {
        let caller = *caller;
        self.store
            .write(move |tx| {
                let game = tx.open(game_here(tx, &caller)?)?;
                let me = planner(&game, caller.person)?;
                if let Some(until) = wished.pass {
                    if wished != (Wished { pass: wished.pass, ..Wished::default() }) {
                        return Err(Error::rejected(PlanRejected::OneOfBoth));
                    }
                    return Ok(Response::Ephemeral(pass_until(tx, &caller, game, until)?));
                }
                Ok(Response::Ephemeral(match line(&game, me, &wished)? {
                    None => panel(tx, game, caller.person, PlanChange::None)?,
                    Some(ahead) => go_on(tx, &caller, game, ahead, None)?,
                }))
            })
            .await
    }

    /// Returns the caller's plans in a game.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller cannot plan in it.
    pub async fn plans(&self, caller: &Caller, id: GameId) -> Result<Response, Error> {
        Ok(Response::Ephemeral(self.plans_of(caller.person, id).await?))
    }

    /// Returns the caller's plans, which replace the plan they were putting together.
    ///
    /// # Errors
    /// As for [`Service::plans`].
    pub async fn my_plans(&self, caller: &Caller, id: GameId) -> Result<Response, Error> {
        Ok(Response::Update(self.plans_of(caller.person, id).await?))
    }

    async fn plans_of(&self, person: PersonId, id: GameId) -> Result<Content, Error> {
        self.store
            .read(move |tx| {
                let game = tx.open(id)?;
                planner(&game, person)?;
                Ok(panel(tx, game, person, PlanChange::None)?)
            })
            .await
    }

    /// Begins a plan in menus.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller cannot plan in the game.
    pub async fn new_plan(&self, caller: &Caller, id: GameId) -> Result<Response, Error> {
        self.draft(caller, id, |_, _, _| Ok(Some(Vec::new()))).await
    }

    /// Begins a further step of the plan with this id.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller cannot plan in the game, or the plan cannot be continued.
    pub async fn extend_plan(&self, caller: &Caller, id: GameId, plan: &str) -> Result<Response, Error> {
        let plan = plan.to_owned();
        self.draft(caller, id, move |tx, game, person| {
            let plans = kept(tx, game, person)?;
            Ok(plans.into_iter().find(|known| known.id.to_string() == plan).map(|known| known.steps))
        })
        .await
    }

    /// Makes a plan that passes in every turn until something happens. It replaces the caller's other plans.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller cannot plan in the game, or nobody waits with passes in it.
    pub async fn plan_passes(
        &self,
        caller: &Caller,
        id: GameId,
        until: PassUntil,
    ) -> Result<Response, Error> {
        let caller = *caller;
        self.store
            .write(move |tx| {
                let game = tx.open(id)?;
                planner(&game, caller.person)?;
                Ok(Response::Update(pass_until(tx, &caller, game, until)?))
            })
            .await
    }

    /// Drops the plan with this id, or all of them.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller cannot plan in the game.
    pub async fn drop_plan(&self, caller: &Caller, id: GameId, plan: &str) -> Result<Response, Error> {
        let (person, plan) = (caller.person, plan.to_owned());
        self.store
            .write(move |tx| {
                let game = tx.open(id)?;
                planner(&game, person)?;
                for known in kept(tx, &game, person)? {
                    if plan == ALL_PLANS || plan == known.id.to_string() {
                        tx.drop_plan(known.id)?;
                    }
                }
                Ok(Response::Update(panel(tx, game, person, PlanChange::Removed)?))
            })
            .await
    }

    /// Continues an unfinished plan with one word: a move or [`WHATEVER`].
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller cannot plan in the game, or the word does not fit.
    pub async fn pick_for_plan(
        &self,
        caller: &Caller,
        id: GameId,
        draft: Draft,
        word: String,
    ) -> Result<Response, Error> {
        let caller = *caller;
        self.store
            .write(move |tx| {
                let game = tx.open(id)?;
                Ok(Response::Update(match drafted(tx, &game, caller.person, draft)? {
                    None => panel(tx, game, caller.person, PlanChange::DraftGone)?,
                    Some((plan, mut ahead)) => {
                        ahead.read(&word).map_err(|misfit| no_plan(&game, misfit))?;
                        go_on(tx, &caller, game, ahead, Some(&plan))?
                    }
                }))
            })
            .await
    }

    /// Returns another screen of an unfinished plan.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller cannot plan in the game.
    pub async fn browse_for_plan(
        &self,
        caller: &Caller,
        id: GameId,
        draft: Draft,
        path: String,
    ) -> Result<Response, Error> {
        let person = caller.person;
        self.store
            .read(move |tx| {
                let game = tx.open(id)?;
                Ok(Response::Update(match drafted(tx, &game, person, draft)? {
                    None => panel(tx, game, person, PlanChange::DraftGone)?,
                    Some((plan, ahead)) => {
                        let (game, ahead) = (Box::new(game), Box::new(ahead));
                        Content::PlanPicker { game, plan: plan.id, ahead, path: path.clone() }
                    }
                }))
            })
            .await
    }

    /// Returns completions for `field`, given what the other fields of `wished` contain.
    pub async fn complete_plan(
        &self,
        caller: &Caller,
        field: Field,
        wished: Wished,
    ) -> Result<Vec<Completion>, Error> {
        let caller = *caller;
        self.store
            .read(move |tx| -> Result<_, StoreError> {
                let Some(game) = running_in(tx, caller.channel)? else { return Ok(Vec::new()) };
                let Ok(me) = planner(&game, caller.person) else { return Ok(Vec::new()) };
                let typed = wished.typed(field).to_lowercase();
                Ok(match before(&game, me, field, &wished) {
                    Err(_) => Vec::new(),
                    Ok(ahead) if field == Field::Condition => completions(Condition(ahead), "", &typed),
                    Ok(ahead) => completions(ahead, "", &typed),
                })
            })
            .await
            .map_err(Error::from)
    }

    /// Returns the menus for the step after these steps, or the list of plans if `steps` finds no plan any more.
    async fn draft(
        &self,
        caller: &Caller,
        id: GameId,
        steps_of: impl Fn(&Tx<'_>, &Game, PersonId) -> Result<Option<Vec<PlanStep>>, StoreError> + Send + 'static,
    ) -> Result<Response, Error> {
        let caller = *caller;
        self.store
            .write(move |tx| {
                let game = tx.open(id)?;
                let me = planner(&game, caller.person)?;
                let Some(steps) = steps_of(tx, &game, caller.person)? else {
                    return Ok(Response::Update(panel(tx, game, caller.person, PlanChange::DraftGone)?));
                };
                let ahead = Ahead::along(&game.table, me, &steps).map_err(|misfit| no_plan(&game, misfit))?;
                Ok(Response::Update(picker(tx, &caller, game, ahead, None)?))
            })
            .await
    }
}

/// Returns the seats of a player who can plan in a game.
fn planner(game: &Game, person: PersonId) -> Result<SeatSet, Error> {
    let seats = game.seats_of(person);
    let here = game.table.here();
    let why = if seats.is_empty() {
        Rejected::not_playing(game)
    } else if game.state != GameState::Running {
        Rejected::game_over(game)
    } else if !can_plan(game.table.kind()) {
        PlanRejected::NotInThisGame.into()
    } else if !seats.iter().any(|seat| here.contains(seat)) {
        Rejected::no_longer_playing(game)
    } else if seats.iter().any(|seat| game.table.to_act().contains(seat)) {
        PlanRejected::YourMove.into()
    } else {
        return Ok(seats);
    };
    Err(Error::rejected(why))
}

fn no_plan(game: &Game, misfit: Misfit) -> Error {
    Error::rejected(PlanRejected::Misfit { kind: game.table.kind(), misfit })
}

/// Returns the line that was typed; `None` if nothing was.
fn line(game: &Game, me: SeatSet, wished: &Wished) -> Result<Option<Ahead>, Error> {
    let last = match (&wished.condition, &wished.reply, &wished.next) {
        (None, None, None) => return Ok(None),
        (None, None, Some(_)) => Field::Next,
        (Some(_), None, None) => Field::Condition,
        (Some(_), Some(_), None) => Field::Reply,
        (None, Some(_), None) => return Err(Error::rejected(PlanRejected::IfWhat)),
        (_, _, Some(_)) => return Err(Error::rejected(PlanRejected::OneOfBoth)),
    };
    let all = before(game, me, last, wished).and_then(|mut ahead| {
        read(&mut ahead, wished.typed(last))?;
        Ok(ahead)
    });
    match all {
        Ok(ahead) => Ok(Some(ahead)),
        Err(Unread::Misfit(misfit)) => Err(no_plan(game, misfit)),
        Err(Unread::OneOf { typed, legal_moves }) => {
            Err(Error::rejected(PlanRejected::OneOf { typed, legal_moves }))
        }
    }
}

/// Returns the line that `field` continues.
fn before(game: &Game, me: SeatSet, field: Field, wished: &Wished) -> Result<Ahead, Unread> {
    let mut ahead = Ahead::new(&game.table, me);
    match field {
        Field::Condition => ahead.read(IF)?,
        Field::Reply => {
            ahead.read(IF)?;
            read(&mut ahead, wished.typed(Field::Condition))?;
            ahead.read(THEN)?;
        }
        Field::Next => ahead.read(WHATEVER)?,
    }
    Ok(ahead)
}

/// A line whose first condition is being typed.
#[derive(Clone)]
struct Condition(Ahead);

impl Sentence for Condition {
    fn read(&mut self, word: &str) -> bool {
        self.0.read(word).is_ok()
    }

    fn next(&self) -> Vec<LegalMove> {
        if self.0.my_turn() { Vec::new() } else { self.0.legal_moves() }
    }

    fn kind(&self) -> Kind {
        Ahead::kind(&self.0)
    }

    fn places(&self) -> Vec<(Seat, &[Table])> {
        Ahead::places(&self.0)
    }
}

fn pass_until(tx: &Tx<'_>, caller: &Caller, game: Game, until: PassUntil) -> Result<Content, Error> {
    if !can_pass_ahead(game.table.kind()) {
        return Err(Error::rejected(PlanRejected::NoWaiting));
    }
    keep_passing(tx, caller, &game, until)?;
    Ok(panel(tx, game, caller.person, PlanChange::Passing(until))?)
}

fn panel(tx: &Tx<'_>, game: Game, person: PersonId, change: PlanChange) -> Result<Content, StoreError> {
    let plans = kept(tx, &game, person)?;
    Ok(Content::Plans { game: Box::new(game), plans, change })
}

/// Returns an unfinished plan and the position it leads to, or `None` if the draft has changed or no longer exists.
fn drafted(tx: &Tx<'_>, game: &Game, person: PersonId, draft: Draft) -> Result<Option<(Plan, Ahead)>, Error> {
    let me = planner(game, person)?;
    let mut plans = tx.plans(game.id)?;
    plans.retain(|plan| plan.person == person && plan.draft);
    plans.retain(|plan| plan.id == draft.plan && Draft::words_of(&plan.steps) == draft.words);
    let ahead = |plan: Plan| Ahead::along(&game.table, me, &plan.steps).ok().map(|ahead| (plan, ahead));
    Ok(plans.pop().and_then(ahead))
}

/// Stores a complete line as a plan, or asks for the next word of an incomplete one.
fn go_on(
    tx: &Tx<'_>,
    caller: &Caller,
    game: Game,
    ahead: Ahead,
    draft: Option<&Plan>,
) -> Result<Content, Error> {
    if !ahead.complete() {
        return Ok(picker(tx, caller, game, ahead, draft)?);
    }
    if let Some(draft) = draft {
        tx.drop_plan(draft.id)?;
    }
    let change = keep(tx, caller, &game, ahead.steps())?;
    Ok(panel(tx, game, caller.person, change)?)
}

/// Stores a line as the player's only draft, and returns the menus for its next word.
fn picker(
    tx: &Tx<'_>,
    caller: &Caller,
    game: Game,
    ahead: Ahead,
    draft: Option<&Plan>,
) -> Result<Content, StoreError> {
    let id = if let Some(draft) = draft {
        tx.set_plan(draft.id, ahead.steps(), true)?;
        draft.id
    } else {
        let mine = |plan: &&Plan| plan.person == caller.person && plan.draft;
        for plan in tx.plans(game.id)?.iter().filter(mine) {
            tx.drop_plan(plan.id)?;
        }
        tx.add_plan(game.id, caller.person, ahead.steps(), true, caller.at)?
    };
    let (game, ahead) = (Box::new(game), Box::new(ahead));
    Ok(Content::PlanPicker { game, plan: id, ahead, path: String::new() })
}

impl Sentence for Ahead {
    fn read(&mut self, word: &str) -> bool {
        Ahead::read(self, word).is_ok()
    }

    /// Returns the moves of a step that was begun. A further step begins with [`IF`].
    fn next(&self) -> Vec<LegalMove> {
        if self.is_open() { self.legal_moves() } else { Vec::new() }
    }

    fn kind(&self) -> Kind {
        Ahead::kind(self)
    }

    fn places(&self) -> Vec<(Seat, &[Table])> {
        Ahead::places(self)
    }
}
