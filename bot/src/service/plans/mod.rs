//! Plans: what a player wants to reply, queued in private and played as soon as it is their turn.

mod keep;
#[cfg(test)]
mod tests;

use data::{Game, GameId, GameState, PersonId, Plan, PlanStep, StoreError, Tx};
use rules::{LegalMove, SeatSet};

use self::keep::{keep, kept};
use super::{
    Caller, Service,
    complete::{Sentence, completions, without_words, words},
    lookup::{game_here, running_in},
};
use crate::{
    action::Draft,
    error::Error,
    game::{
        ahead::{Ahead, IF, Misfit, THEN, WHATEVER},
        turn::can_plan,
    },
    posts, text,
    view::{Choice, Post, Response},
};

/// What is wished with `/plan`, as it was typed; with nothing of it the plans are shown.
#[derive(Clone, Default, Debug)]
pub struct Wished {
    /// What the others play.
    pub condition: Option<String>,
    /// The reply to it, and perhaps further steps.
    pub reply: Option<String>,
    /// What is played next, whatever the others play.
    pub next: Option<String>,
}

/// A part of [`Wished`] that is being typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// What the others play.
    Condition,
    /// The reply to it.
    Reply,
    /// What is played whatever the others play.
    Next,
}

impl Service {
    /// Plans what was typed in the game of the caller's channel, or shows their plans. Where only a condition was given the
    /// reply is asked for by menus.
    ///
    /// # Errors
    /// When there is no game, it is the caller's turn, or what is planned cannot be.
    pub async fn plan(&self, caller: &Caller, wished: Wished) -> Result<Response, Error> {
        let caller = *caller;
        self.store
            .write(move |tx| {
                let game = tx.open(game_here(tx, &caller)?)?;
                let me = planner(&game, caller.person)?;
                let post = match sentence(&game, me, &wished)? {
                    None => panel(tx, &game, caller.person, "")?,
                    Some(sentence) => {
                        let ahead = after(&Ahead::new(&game.table, me), &sentence);
                        go_on(tx, &caller, &game, ahead.map_err(|misfit| no_plan(&game, &misfit))?, None)?
                    }
                };
                Ok(Response::Ephemeral(post))
            })
            .await
    }

    /// Shows the caller's plans in a game.
    ///
    /// # Errors
    /// When the caller cannot plan in it.
    pub async fn plans(&self, caller: &Caller, id: GameId) -> Result<Response, Error> {
        Ok(Response::Ephemeral(self.plans_of(caller.person, id).await?))
    }

    /// As [`Service::plans`], in place of the plan that is being put together.
    ///
    /// # Errors
    /// As there.
    pub async fn my_plans(&self, caller: &Caller, id: GameId) -> Result<Response, Error> {
        Ok(Response::Update(self.plans_of(caller.person, id).await?))
    }

    async fn plans_of(&self, person: PersonId, id: GameId) -> Result<Post, Error> {
        self.store
            .read(move |tx| {
                let game = tx.open(id)?;
                planner(&game, person)?;
                Ok(panel(tx, &game, person, "")?)
            })
            .await
    }

    /// Begins a plan that is put together by menus.
    ///
    /// # Errors
    /// When the caller cannot plan in the game.
    pub async fn new_plan(&self, caller: &Caller, id: GameId) -> Result<Response, Error> {
        self.draft(caller, id, |_, _, _| Ok(Some(Vec::new()))).await
    }

    /// Begins a further step of a plan, given by its id.
    ///
    /// # Errors
    /// When the caller cannot plan in the game, or nothing can follow on the plan.
    pub async fn extend_plan(&self, caller: &Caller, id: GameId, plan: &str) -> Result<Response, Error> {
        let plan = plan.to_owned();
        self.draft(caller, id, move |tx, game, person| {
            let plans = kept(tx, game, person)?;
            Ok(plans.into_iter().find(|known| known.id.to_string() == plan).map(|known| known.steps))
        })
        .await
    }

    /// Drops a plan, given by its id, or all of them.
    ///
    /// # Errors
    /// When the caller cannot plan in the game.
    pub async fn drop_plan(&self, caller: &Caller, id: GameId, plan: &str) -> Result<Response, Error> {
        let (person, plan) = (caller.person, plan.to_owned());
        self.store
            .write(move |tx| {
                let game = tx.open(id)?;
                planner(&game, person)?;
                for known in kept(tx, &game, person)? {
                    if plan == posts::ALL_PLANS || plan == known.id.to_string() {
                        tx.drop_plan(known.id)?;
                    }
                }
                Ok(Response::Update(panel(tx, &game, person, text::PLAN_REMOVED)?))
            })
            .await
    }

    /// Goes on with an unfinished plan by a word: a move, or [`WHATEVER`].
    ///
    /// # Errors
    /// When the caller cannot plan in the game, or the word does not fit.
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
                let post = match drafted(tx, &game, caller.person, draft)? {
                    None => panel(tx, &game, caller.person, text::PLAN_GONE)?,
                    Some((plan, mut ahead)) => {
                        ahead.read(&word).map_err(|misfit| no_plan(&game, &misfit))?;
                        go_on(tx, &caller, &game, ahead, Some(&plan))?
                    }
                };
                Ok(Response::Update(post))
            })
            .await
    }

    /// Turns to another menu of an unfinished plan.
    ///
    /// # Errors
    /// When the caller cannot plan in the game.
    pub async fn browse_for_plan(
        &self,
        caller: &Caller,
        id: GameId,
        draft: Draft,
        path: Vec<u8>,
    ) -> Result<Response, Error> {
        let person = caller.person;
        self.store
            .read(move |tx| {
                let game = tx.open(id)?;
                Ok(Response::Update(match drafted(tx, &game, person, draft)? {
                    None => panel(tx, &game, person, text::PLAN_GONE)?,
                    Some((plan, ahead)) => posts::plan_picker(&game, plan.id, &ahead, &path),
                }))
            })
            .await
    }

    /// What may be typed next in `field`, while the others hold `wished`.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn complete_plan(
        &self,
        caller: &Caller,
        field: Field,
        wished: Wished,
    ) -> Result<Vec<Choice>, Error> {
        let caller = *caller;
        self.store
            .read(move |tx| -> Result<_, StoreError> {
                let Some(game) = running_in(tx, caller.channel)? else { return Ok(Vec::new()) };
                let Ok(me) = planner(&game, caller.person) else { return Ok(Vec::new()) };
                let of = |field: &Option<String>| field.as_deref().unwrap_or_default().to_lowercase();
                let condition = of(&wished.condition);
                let start = Ahead::new(&game.table, me);
                let (before, typed) = match field {
                    Field::Condition => (IF.to_owned(), condition),
                    Field::Reply => (behind(&plain(&start, IF, &condition)), of(&wished.reply)),
                    Field::Next => (WHATEVER.to_owned(), of(&wished.next)),
                };
                Ok(match after(&start, &before) {
                    Err(_) => Vec::new(),
                    Ok(ahead) if field == Field::Condition => completions(Condition(ahead), "", &typed),
                    Ok(ahead) => completions(ahead, "", &typed),
                })
            })
            .await
            .map_err(Error::from)
    }

    /// Shows the menus for what follows on these steps; on a plan that is no more, the plans.
    async fn draft(
        &self,
        caller: &Caller,
        id: GameId,
        steps: impl FnOnce(&Tx<'_>, &Game, PersonId) -> Result<Option<Vec<PlanStep>>, StoreError> + Send + 'static,
    ) -> Result<Response, Error> {
        let caller = *caller;
        self.store
            .write(move |tx| {
                let game = tx.open(id)?;
                let me = planner(&game, caller.person)?;
                let Some(steps) = steps(tx, &game, caller.person)? else {
                    return Ok(Response::Update(panel(tx, &game, caller.person, text::PLAN_GONE)?));
                };
                let ahead =
                    Ahead::along(&game.table, me, &steps).map_err(|misfit| no_plan(&game, &misfit))?;
                Ok(Response::Update(picker(tx, &caller, &game, &ahead, None)?))
            })
            .await
    }
}

/// The seats of somebody who can plan in a game.
fn planner(game: &Game, person: PersonId) -> Result<SeatSet, Error> {
    let seats = game.seats_of(person);
    let here = game.table.here();
    let words = if seats.is_empty() {
        text::stranger(game)
    } else if game.state != GameState::Running {
        text::over(game)
    } else if !can_plan(game.table.kind()) {
        text::PLANS_NOT_HERE.to_owned()
    } else if !seats.iter().any(|seat| here.contains(seat)) {
        text::no_vote(game)
    } else if seats.iter().any(|seat| game.table.to_act().contains(seat)) {
        text::PLAN_YOUR_MOVE.to_owned()
    } else {
        return Ok(seats);
    };
    Err(Error::rejected(words))
}

fn no_plan(game: &Game, misfit: &Misfit) -> Error {
    Error::rejected(text::misfit(game.table.kind(), misfit))
}

/// The words of a wish without those of suggestions; `None` if nothing is wished.
fn sentence(game: &Game, me: SeatSet, wished: &Wished) -> Result<Option<String>, Error> {
    let start = Ahead::new(&game.table, me);
    match (&wished.condition, &wished.reply, &wished.next) {
        (None, None, None) => Ok(None),
        (None, None, Some(next)) => Ok(Some(format!("{WHATEVER} {}", plain(&start, WHATEVER, next)))),
        (Some(condition), None, None) => Ok(Some(format!("{IF} {}", plain(&start, IF, condition)))),
        (Some(condition), Some(reply), None) => {
            let before = behind(&plain(&start, IF, condition));
            Ok(Some(format!("{before} {}", plain(&start, &before, reply))))
        }
        (None, Some(_), None) => Err(Error::rejected(text::PLAN_IF_WHAT)),
        (_, _, Some(_)) => Err(Error::rejected(text::PLAN_ONE_OF_BOTH)),
    }
}

/// What was typed behind `before`, without the words of suggestions.
fn plain(start: &Ahead, before: &str, typed: &str) -> String {
    let typed = typed.to_lowercase();
    after(start, before).map_or(typed.clone(), |ahead| without_words(&ahead, &typed))
}

/// What stands before a reply.
fn behind(condition: &str) -> String {
    format!("{IF} {condition} {THEN}")
}

/// A line after these words.
fn after(start: &Ahead, said: &str) -> Result<Ahead, Misfit> {
    let mut ahead = start.clone();
    for word in words(said) {
        ahead.read(word)?;
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
}

fn panel(tx: &Tx<'_>, game: &Game, person: PersonId, said: &str) -> Result<Post, StoreError> {
    Ok(posts::plans(game, &kept(tx, game, person)?, said))
}

/// An unfinished plan and where it leads; `None` if it has gone on or is no more.
fn drafted(tx: &Tx<'_>, game: &Game, person: PersonId, draft: Draft) -> Result<Option<(Plan, Ahead)>, Error> {
    let me = planner(game, person)?;
    let mut plans = tx.plans(game.id)?;
    plans.retain(|plan| plan.person == person && plan.draft);
    plans.retain(|plan| plan.id == draft.plan && posts::plan_words(&plan.steps) == draft.words);
    let ahead = |plan: Plan| Ahead::along(&game.table, me, &plan.steps).ok().map(|ahead| (plan, ahead));
    Ok(plans.pop().and_then(ahead))
}

/// Keeps a line if it is complete, and asks for what is missing if it is not.
fn go_on(
    tx: &Tx<'_>,
    caller: &Caller,
    game: &Game,
    ahead: Ahead,
    draft: Option<&Plan>,
) -> Result<Post, Error> {
    if !ahead.complete() {
        return Ok(picker(tx, caller, game, &ahead, draft)?);
    }
    if let Some(draft) = draft {
        tx.drop_plan(draft.id)?;
    }
    let said = keep(tx, caller, game, ahead.steps())?;
    Ok(panel(tx, game, caller.person, &said)?)
}

/// The menus for what comes next in a line, which is stored as the player's only draft.
fn picker(
    tx: &Tx<'_>,
    caller: &Caller,
    game: &Game,
    ahead: &Ahead,
    draft: Option<&Plan>,
) -> Result<Post, StoreError> {
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
    Ok(posts::plan_picker(game, id, ahead, &[]))
}

impl Sentence for Ahead {
    fn read(&mut self, word: &str) -> bool {
        Ahead::read(self, word).is_ok()
    }

    /// Moves of a step that was begun; what comes behind a complete one has to be asked for by [`IF`].
    fn next(&self) -> Vec<LegalMove> {
        if self.is_open() { self.legal_moves() } else { Vec::new() }
    }
}
