//! Turns of machines: a thought that is due becomes a move, exactly once.
//!
//! A thinker claims a due thought in one transaction, thinks outside of any, and enters the turn in another one. A move that came too
//! late, because the record has grown or the seat has changed hands, changes nothing.

use clock::{MINUTE, Mode, days, earlier, later};
use data::{
    DueThought, Ending, Game, GameId, GameState, NewOffer, OfferKind, OfferPost, Payload, StoreError, Tx,
};
use engine::{Level, Request};
use jiff::{SignedDuration, Timestamp};
use rules::{ABORT, PASS, Seat};

use super::core::Service;
use crate::{
    error::Error,
    failpoint::Failpoint,
    game::{
        lots::{Purpose, lots},
        machines::{expect, is_to_move, moment, puts_off_the_end, would_resign},
        record::{self, commit},
        turn::play_move,
    },
};

/// How long a claim lasts. A thinker that has not finished by then has died.
const CLAIM: SignedDuration = MINUTE;
/// How long a thought waits after no move came of it.
const AGAIN: SignedDuration = SignedDuration::from_secs(5);
/// A game of one person with machines is called off after so many days in which nothing has happened.
const LEFT_DAYS: i64 = 30;
/// Machines are busy if the oldest due thought has been waiting for this long.
const BUSY: SignedDuration = MINUTE;

/// A thought to be thought.
#[derive(Debug)]
pub struct Problem {
    /// The claimed thought.
    pub thought: DueThought,
    /// The question for the machine.
    pub request: Request,
}

/// A claimed thought, with what can be done about it.
enum Claimed {
    /// There is no due thought.
    None,
    /// The thought was of no use, or is done. Others may be due.
    Done,
    /// It has failed twice, so this turn is entered without a thought.
    Turn(DueThought, Vec<String>),
    /// It is to be thought.
    Problem(Box<Problem>),
}

impl Service {
    /// Returns whether machines are offered here at all.
    pub(crate) fn offers_machines(&self) -> bool {
        self.machines
    }

    /// Returns the same service, which offers machines or not.
    #[must_use]
    pub fn with_machines(self, machines: bool) -> Service {
        Service { machines, ..self }
    }

    /// Makes the thoughts due that the process before this one has claimed.
    pub async fn release_thoughts(&self) -> Result<(), StoreError> {
        let at = self.now();
        self.store.write(move |tx| tx.release_thoughts(at)).await
    }

    /// Returns what wakes a thinker when a thought may have become due.
    pub fn thinkers(&self) -> &tokio::sync::Notify {
        &self.thinkers
    }

    /// Returns when the next thought is due, or `None` if no machine is to move.
    pub async fn next_thought(&self) -> Result<Option<Timestamp>, StoreError> {
        self.store.read(|tx| tx.next_thought()).await
    }

    /// Claims the thought that has been due longest, and returns what to think about, or `None` if no thought is due.
    pub async fn claim_thought(&self) -> Result<Option<Problem>, Error> {
        loop {
            let at = self.now();
            // Thinkers look often, and a read disturbs nobody.
            if self.next_thought().await?.is_none_or(|due| due > at) {
                return Ok(None);
            }
            match self.store.write(move |tx| claim(tx, at)).await? {
                Claimed::None => return Ok(None),
                Claimed::Done => {}
                Claimed::Turn(thought, turn) => self.enter_turn(thought, turn, None).await?,
                Claimed::Problem(problem) => {
                    self.failpoints.pass(Failpoint::Claimed);
                    return Ok(Some(*problem));
                }
            }
        }
    }

    /// Enters the turn that came of a thought. If it is refused, the machine tries again at a lower level.
    pub async fn enter_thought(&self, thought: DueThought, turn: engine::Thought) -> Result<(), Error> {
        self.enter_turn(thought, turn.turn, Some(turn.value)).await
    }

    async fn enter_turn(
        &self,
        thought: DueThought,
        turn: Vec<String>,
        value: Option<u16>,
    ) -> Result<(), Error> {
        let at = self.now();
        let played = turn.clone();
        let entered = self.act(move |tx| enter(tx, &thought, &played, value, at)).await;
        if entered.is_ok() {
            self.failpoints.pass(Failpoint::Entered);
        }
        match entered {
            Err(error) if !error.may_pass() => {
                let about = self.store.read(move |tx| about(tx, &thought)).await;
                let (position, level, seed) = about.unwrap_or_default();
                // A turn of a game with secrets is one of them.
                let turn = if position.is_empty() { Vec::new() } else { turn };
                tracing::error!(
                    game = %thought.game, seat = %thought.seat, ply = thought.ply, failures = thought.failures,
                    ?turn, position, level, seed, "a machine's turn was refused: {error:#}"
                );
                self.fail_thought(thought).await
            }
            done => done,
        }
    }

    /// Calls off games of one person with machines in which nothing has happened for thirty days. They would count towards the limits
    /// for ever. A person whose clock runs out in time decides with that clock, so its game continues.
    pub async fn abort_left_to_machines(&self) -> Result<(), Error> {
        let at = self.now();
        let before = earlier(at, days(LEFT_DAYS));
        for id in self.store.read(move |tx| tx.quiet_machine_games(before)).await? {
            let called_off = self.act(move |tx| call_off_left(tx, id, before, at)).await;
            match called_off {
                Err(error) if error.may_pass() => return Err(error),
                // A game that no longer replays stays. The others are still called off.
                Err(error) => {
                    tracing::error!(game = %id, "calling off a game left to machines failed: {error:#}")
                }
                Ok(()) => {}
            }
        }
        Ok(())
    }

    /// Records that no turn came of a thought.
    pub async fn fail_thought(&self, thought: DueThought) -> Result<(), Error> {
        let at = self.now();
        self.act(move |tx| Ok(fail(tx, &thought, at)?)).await
    }

    /// Updates the boards of the games that wait for a machine, because this bot no longer offers any.
    pub async fn show_missing_machines(&self) -> Result<(), Error> {
        let at = self.now();
        self.act(move |tx| {
            let mut games = tx.games_with_thoughts()?.into_iter();
            Ok(games.try_for_each(|game| tx.queue(game, &Payload::Refresh, at))?)
        })
        .await
    }
}

/// Calls off a game of one person with machines, if nothing has happened since `before` and no clock will end it.
fn call_off_left(tx: &Tx<'_>, id: GameId, before: Timestamp, at: Timestamp) -> Result<(), Error> {
    let mut game = tx.open(id)?;
    let mut people = game.people_in(game.table.here()).into_iter().filter(|person| !person.is_machine());
    let (person, others) = (people.next(), people.next());
    let Some(person) = person.filter(|_| others.is_none() && game.state == GameState::Running) else {
        return Ok(());
    };
    let is_quiet = game.last.is_none_or(|last| last < before);
    let ends_by_clock = game.clocks.control.mode == Mode::Hard
        && game.clocks.seats.iter().any(|clock| clock.clock.since.is_some());
    let seat = game.table.here().iter().find(|&seat| game.person_in(seat) == Some(person));
    match seat.filter(|_| is_quiet && !ends_by_clock) {
        Some(seat) => record::enter(tx, &mut game, seat, ABORT, at),
        None => Ok(()),
    }
}

/// Returns whether machines have more to think than they can.
pub(super) fn are_busy(tx: &Tx<'_>, at: Timestamp) -> Result<bool, StoreError> {
    Ok(tx.next_thought()?.is_some_and(|due| due < earlier(at, BUSY)))
}

/// Records that no turn came of a thought. After the last failure the board says that the game waits.
fn fail(tx: &Tx<'_>, thought: &DueThought, at: Timestamp) -> Result<(), StoreError> {
    tx.fail_thought(thought, later(at, AGAIN))?;
    if tx.is_held(thought.game)? { tx.queue(thought.game, &Payload::Refresh, at) } else { Ok(()) }
}

/// Claims a due thought. After two failures its turn is the first legal move.
fn claim(tx: &Tx<'_>, at: Timestamp) -> Result<Claimed, Error> {
    let Some(thought) = tx.claim_thought(at, later(at, CLAIM))? else { return Ok(Claimed::None) };
    let game = match tx.open(thought.game) {
        Err(error) if error.is_broken_record() => {
            tracing::error!(game = %thought.game, "a machine cannot open its game: {error}");
            fail(tx, &thought, at)?;
            return Ok(Claimed::Done);
        }
        game => game?,
    };
    let seat = thought.seat;
    let Some(level) = level_of(&game, &thought).filter(|_| is_current(&game, &thought)) else {
        tx.drop_thought(game.id, seat)?;
        return Ok(Claimed::Done);
    };
    if thought.failures > 1 {
        let first = game.table.legal(seat).into_iter().take(1);
        return Ok(Claimed::Turn(thought, first.collect()));
    }
    let Some(sight) = game.table.sight(seat, &game.record) else {
        tracing::error!(game = %game.id, %seat, "a machine sees nothing of its game");
        fail(tx, &thought, at)?;
        return Ok(Claimed::Done);
    };
    let seed = seed(&tx.installation_secret()?, &thought, level);
    Ok(Claimed::Problem(Box::new(Problem { thought, request: Request { sight, level, seed } })))
}

/// Returns the position, level and seed of a thought, for the log. They are empty for a game with secrets.
fn about(tx: &Tx<'_>, thought: &DueThought) -> Result<(String, &'static str, u64), StoreError> {
    let game = tx.open(thought.game)?;
    let level = level_of(&game, thought).filter(|_| !game.table.kind().has_secrets());
    let Some(level) = level else { return Ok(Default::default()) };
    let seed = seed(&tx.installation_secret()?, thought, level);
    Ok((game.table.game().position(), level.name(), seed))
}

/// Returns the level at which a machine thinks: its own, or the lowest one after a failure. `None` if no machine has the seat.
fn level_of(game: &Game, thought: &DueThought) -> Option<Level> {
    let level = game.machine_in(thought.seat)?.level();
    Some(if thought.failures == 0 { level } else { Level::Spore })
}

/// Returns whether a thought is about the present moment of a game.
fn is_current(game: &Game, thought: &DueThought) -> bool {
    is_to_move(game, thought.seat) && moment(game) == thought.ply
}

/// Returns the seed of a thought. The same thought always has the same one, and nobody who does not know the secret can compute it.
fn seed(secret: &str, thought: &DueThought, level: Level) -> u64 {
    let mut of = thought.game.get().to_le_bytes().to_vec();
    of.extend(thought.ply.to_le_bytes());
    of.extend([thought.seat.number(), level.number()]);
    rand::RngCore::next_u64(&mut lots(secret, Purpose::Thought, &of))
}

/// Enters a turn of a machine, if the game is still at the moment of the thought.
fn enter(
    tx: &Tx<'_>,
    thought: &DueThought,
    turn: &[String],
    value: Option<u16>,
    at: Timestamp,
) -> Result<(), Error> {
    let mut game = tx.open(thought.game)?;
    if !is_current(&game, thought) {
        return Ok(());
    }
    let (stored, seat) = (game.record.len(), thought.seat);
    let mut passed = game.clone();
    play_turn(&mut game, seat, turn)?;
    if puts_off_the_end(&passed, &game.table, seat)? {
        play_turn(&mut passed, seat, &[PASS.to_owned()])?;
        game = passed;
    }
    if game.record.len() == stored {
        return Err(anyhow::anyhow!("a machine has thought of no move").into());
    }
    // The next thought of this seat is another one, also where its moment is the same.
    tx.drop_thought(game.id, seat)?;
    commit(tx, &mut game, stored, at)?;
    match value {
        Some(value) if game.table.outcome().is_none() => offer_to_resign(tx, &game, seat, value, at),
        _ => Ok(()),
    }
}

/// Plays the moves of a turn up to its end.
fn play_turn(game: &mut Game, seat: Seat, turn: &[String]) -> Result<(), Error> {
    let began = game.table.turn();
    for notation in turn {
        if game.table.turn() != began || game.table.outcome().is_some() {
            break;
        }
        play_move(game, seat, notation).map_err(anyhow::Error::from)?;
    }
    Ok(())
}

/// Records what a machine expects. It offers to resign if it has been about to lose for long, and lets that offer lapse if it is not.
fn offer_to_resign(tx: &Tx<'_>, game: &Game, seat: Seat, value: u16, at: Timestamp) -> Result<(), Error> {
    let expectation = expect(tx, game, seat, value)?;
    let kind = OfferKind::Resign;
    if expectation.low == 0 {
        let open = tx.open_offers(game.id)?.into_iter();
        for offer in open.filter(|offer| offer.kind == kind && offer.seat == Some(seat)) {
            tx.close_offer(offer.id, Ending::Lapsed, at)?;
            tx.queue(game.id, &OfferPost::Itself.of(offer.id), at)?;
        }
    }
    if let Some(person) = game.person_in(seat)
        && would_resign(tx, game, seat, expectation)?
    {
        let new = NewOffer { game: game.id, kind, person, seat: Some(seat), ply: game.table.ply(), at };
        let offer = tx.open_offer(&new)?;
        tx.queue(game.id, &OfferPost::Itself.of(offer), at)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
