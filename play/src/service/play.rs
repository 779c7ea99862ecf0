//! Plays moves.

use clock::later;
use data::{Game, GameId, Payload, PersonId, StoreError, Tx};
use jiff::{SignedDuration, Timestamp};
use rules::{END, Played, Refusal, Seat, Table};

use super::{
    complete::without_words,
    core::{Caller, Service, once},
    describe::{self, Meant},
    lookup::{game_here, seat_named, seats_to_act},
    picker::first_screen,
    sentence::{Turn, words},
};
use crate::{
    content::{Content, Doubt, Question, Response},
    error::Error,
    game::{
        record::commit,
        turn::{alike, all_is_open, given_up, play_move, regrettable_end, seat_for},
    },
    rejected::{MoveRejected, Rejected},
};

/// The most moves in one message.
const MOST_AT_ONCE: usize = 50;

/// The most characters of moves that a button can hold, with one more for each move. Discord's limit also counts the numbers of
/// the game and its revision.
pub const MOST_CONFIRMED: usize = 60;

/// How long after a move the same typed move may be an accidental repetition.
const SOON: SignedDuration = SignedDuration::from_mins(10);

impl Service {
    /// Plays one or more typed moves, separated by spaces, in the game of the caller's channel. Either all are played or none.
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no game, it is not the caller's turn, or a move is not legal.
    pub async fn play_typed(&self, caller: &Caller, typed: String) -> Result<Response, Error> {
        let caller = *caller;
        self.act(move |tx| {
            tx.expect_game_in(caller.channel)?;
            once_moved(tx, &caller, Origin::TYPED, || {
                let game = tx.open(game_here(tx, &caller)?)?;
                let typed = typed.to_lowercase();
                let (named, typed) = seat_named(&game, caller.person, &typed);
                let mut notations: Vec<String> = words(typed).map(str::to_owned).collect();
                if let Ok(mut seats) = seats_to_act(&game, caller.person) {
                    seats.retain(|&seat| named.is_none_or(|named| named == seat));
                    let turn = Turn { table: game.table.clone(), seats };
                    match describe::read(&turn, &without_words(&turn, typed)) {
                        Meant::Moves(moves) => notations = moves,
                        Meant::OneOf { typed, seat, legal_moves, first } => {
                            return not_yet(Response::Ephemeral(Content::WhichMove {
                                game: Box::new(game),
                                seat,
                                typed,
                                legal_moves,
                                choosable: first,
                            }));
                        }
                    }
                }
                let notations: Vec<&str> = notations.iter().map(String::as_str).collect();
                play(tx, &caller, game, Origin { seat: named, ..Origin::TYPED }, &notations, Confirmed::No)
            })
        })
        .await
    }

    /// Plays a move from a button that everyone saw at `revision`.
    ///
    /// # Errors
    /// As for [`Service::play_typed`], and if players have moved since.
    pub async fn play_shown(
        &self,
        caller: &Caller,
        game: GameId,
        revision: u32,
        notation: String,
    ) -> Result<Response, Error> {
        let origin = Origin { revision: Some(revision), seat: None, in_panel: false };
        self.play_one(caller, game, origin, notation).await
    }

    /// Plays a move that was chosen for `seat` in the panel at `revision`. The response replaces the panel, with the next
    /// choices if the turn is not complete.
    ///
    /// # Errors
    /// As for [`Service::play_shown`], and if the caller cannot act for that seat.
    pub async fn play_picked(
        &self,
        caller: &Caller,
        game: GameId,
        revision: u32,
        seat: Seat,
        notation: String,
    ) -> Result<Response, Error> {
        let origin = Origin { revision: Some(revision), seat: Some(seat), in_panel: true };
        self.play_one(caller, game, origin, notation).await
    }

    async fn play_one(
        &self,
        caller: &Caller,
        game: GameId,
        origin: Origin,
        notation: String,
    ) -> Result<Response, Error> {
        let caller = *caller;
        self.act(move |tx| {
            tx.expect_open(game)?;
            once_moved(tx, &caller, origin, || {
                play(tx, &caller, tx.open(game)?, origin, &[notation.as_str()], Confirmed::No)
            })
        })
        .await
    }

    /// Plays moves that the player was asked about at `revision` and has confirmed.
    ///
    /// # Errors
    /// As for [`Service::play_shown`].
    pub async fn play_confirmed(
        &self,
        caller: &Caller,
        game: GameId,
        revision: u32,
        notations: Vec<String>,
    ) -> Result<Response, Error> {
        let caller = *caller;
        self.act(move |tx| {
            let notations: Vec<&str> = notations.iter().map(String::as_str).collect();
            let origin = Origin { revision: Some(revision), seat: None, in_panel: true };
            tx.expect_open(game)?;
            once_moved(tx, &caller, origin, || {
                play(tx, &caller, tx.open(game)?, origin, &notations, Confirmed::Yes)
            })
        })
        .await
    }
}

/// Returns what replaces a player's panel whose choices were offered at `revision`, if the turn that they were for is over:
/// nobody plays the next turn without having seen its board.
pub(super) fn closed_panel(
    game: &Game,
    person: PersonId,
    revision: u32,
    chosen: &[&str],
) -> Option<Response> {
    let now = game.table.turn();
    let turn = match game.table.kind().is_simultaneous() {
        true => revision,
        false => game.record.get(revision as usize).map_or(now, |entry| entry.turn),
    };
    let is_over = turn != now || game.table.outcome().is_some();
    let closed = is_over && !game.seats_of(person).is_empty();
    closed.then(|| {
        let chosen = chosen.iter().map(|&notation| notation.to_owned()).collect();
        let game = Box::new(game.clone());
        Response::Update(Content::ClosedPanel { game, person, turn, chosen })
    })
}

/// Where a move comes from.
#[derive(Clone, Copy)]
struct Origin {
    /// The revision ([`Table::revision`]) at which the move was offered. A typed move fits any revision.
    revision: Option<u32>,
    /// The seat, if the player named one.
    seat: Option<Seat>,
    /// Whether the move comes from a private panel, which the response replaces.
    in_panel: bool,
}

/// A response, and the game and ply that moves led to; `None` if nothing was played.
type Moved = (Response, Option<(GameId, u32)>);

/// Runs `work` once per interaction. A second delivery gets the receipt of the moves that the first one played.
fn once_moved(
    tx: &Tx<'_>,
    caller: &Caller,
    origin: Origin,
    work: impl FnOnce() -> Result<Moved, Error>,
) -> Result<Response, Error> {
    let again = |game, ply| {
        let game = Box::new(tx.open(game)?);
        Ok(origin.answer(Content::Receipt { game, person: caller.person, ply }))
    };
    once(tx, caller, again, work)
}

/// Returns a response to moves that were not played yet.
fn not_yet(response: Response) -> Result<Moved, Error> {
    Ok((response, None))
}

impl Origin {
    /// A typed move, which is good at any time and for any seat.
    const TYPED: Origin = Origin { revision: None, seat: None, in_panel: false };

    fn answer(self, content: Content) -> Response {
        if self.in_panel { Response::Update(content) } else { Response::Ephemeral(content) }
    }
}

/// Whether the player has confirmed these moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Confirmed {
    Yes,
    No,
}

/// Plays moves and queues what follows from them, inside a transaction. If the moves would end the game or cost the player
/// dearly, and they may not want that, plays nothing and asks for confirmation.
fn play(
    tx: &Tx<'_>,
    caller: &Caller,
    mut game: Game,
    origin: Origin,
    mut notations: &[&str],
    confirmed: Confirmed,
) -> Result<Moved, Error> {
    let id = game.id;
    if let Some(revision) = origin.revision.filter(|_| origin.in_panel)
        && let Some(closed) = closed_panel(&game, caller.person, revision, notations)
    {
        return not_yet(closed);
    }
    let seats = match (seats_to_act(&game, caller.person)?, origin.seat) {
        (able, None) => able,
        (able, Some(seat)) if able.contains(&seat) => vec![seat],
        _ => return Err(Error::rejected(Rejected::not_your_turn(&game))),
    };
    if origin.revision.is_some_and(|revision| revision != game.table.revision()) {
        if origin.in_panel {
            // Two taps on the same button play once, and the receipt stays.
            return not_yet(match already_played(&game, caller.person, origin, notations) {
                Some(ply) => {
                    let game = Box::new(game);
                    origin.answer(Content::Receipt { game, person: caller.person, ply })
                }
                None => Response::Update(first_screen(game, seats[0], true)),
            });
        }
        return Err(Error::rejected(MoveRejected::moved_on(&game)));
    }
    if notations.is_empty() {
        let (kind, suggestions) = (game.table.kind(), suggestions(&game, seats[0], ""));
        return Err(Error::rejected(MoveRejected::NoMove { kind, suggestions }));
    }
    if notations.len() > MOST_AT_ONCE {
        return Err(Error::rejected(MoveRejected::TooManyMoves { most: MOST_AT_ONCE }));
    }
    let stored = game.record.len();
    let before = game.table.clone();
    let mut seat = seats[0];
    let mut left = Vec::new();
    let (mut warning, mut unused, mut dies) = (None, None, false);
    for (played, notation) in notations.iter().enumerate() {
        // Further moves are a mistake even if the same seat begins the next turn.
        if game.table.turn() != before.turn() {
            let (earlier, rest) = notations.split_at(played);
            // Whether a turn ends by itself is hard to foresee.
            if rest == [END] && !earlier.ends_with(&[END]) {
                notations = earlier;
                break;
            }
            let notation = (*notation).to_owned();
            return Err(Error::rejected(MoveRejected::TurnOverBefore { notation }));
        }
        // Where all players order at once, each order is for another seat of the caller, as long as one is left.
        if left.is_empty() {
            left.clone_from(&seats);
        }
        seat = seat_for(&game.table, &left, notation).unwrap_or(seat);
        // Only the last warning counts, because only the last move can end the turn.
        warning = game.table.warning(seat, notation);
        let known = game.table.legal_move(seat, notation);
        unused = known.as_ref().and_then(given_up).map(str::to_owned);
        dies = known.is_some_and(|legal_move| legal_move.dies);
        match play_move(&mut game, seat, notation) {
            Ok(()) if before.kind().is_simultaneous() => left.retain(|&other| other != seat),
            Ok(()) => {}
            Err(refusal) => {
                let after_others = game.record.len() > stored;
                return Err(Error::rejected(illegal(&game, seat, notation, refusal, after_others)));
            }
        }
    }
    game.pass_forced();
    if confirmed == Confirmed::No {
        let continues = game.table.outcome().is_none() && before.legal(seat).len() > 1;
        let doubt = match (regrettable_end(&before, &game.table, seat, notations), warning) {
            (Some(outcome), _) => Some(Doubt::Ends { over: Box::new(game.clone()), outcome }),
            (None, Some(cost)) if continues => Some(Doubt::Costs(cost)),
            // A typed move is meant. A button is hit by accident.
            (None, None) if dies && continues && origin.revision.is_some() => Some(Doubt::Dies),
            (None, None)
                if unused.is_some() && origin.revision.is_some() && !tx.look(caller.person)?.quick =>
            {
                unused.map(Doubt::GivesUp)
            }
            (None, _) if origin.revision.is_none() && repeats(tx, caller, &game, &before, notations)? => {
                Some(Doubt::Repeats)
            }
            _ => None,
        };
        if let Some(reason) = doubt.filter(|_| can_be_confirmed(notations)) {
            let notations = notations.iter().map(|&notation| notation.to_owned()).collect();
            let question =
                Question { game: id, kind: before.kind(), revision: before.revision(), notations, reason };
            return not_yet(origin.answer(Content::Question(question)));
        }
    }
    let (ply, ended) = (game.table.ply(), game.table.outcome().is_some());
    commit(tx, &mut game, stored, caller.at)?;
    if ended {
        tx.set_ended_by(id, ply, caller.person)?;
    }
    let done = Some((id, ply));
    // A public response shows everyone the typed command, so a game with secrets gets none. Within a turn no new board is
    // posted that could be the response.
    let new_board = game.table.turn() != before.turn() || game.table.outcome().is_some();
    let public = new_board && !origin.in_panel && all_is_open(before.kind());
    if public {
        let board = Payload::board(game.table.ply());
        // The response is this board, even if machines answer it soon.
        tx.hasten(id, &board, caller.at)?;
        tx.reply_with(id, &board, caller.interaction)?;
    }
    let receipt = Content::Receipt { game: Box::new(game), person: caller.person, ply };
    Ok((if public { Response::Public(receipt) } else { origin.answer(receipt) }, done))
}

/// Returns the ply after these moves if the player has played them at the revision at which they were offered. Where all players
/// order at once, revisions say nothing about plies.
fn already_played(game: &Game, person: PersonId, origin: Origin, notations: &[&str]) -> Option<u32> {
    let begin = origin.revision.filter(|_| !game.table.kind().is_simultaneous())? as usize;
    let played = game.record.get(begin..begin + notations.len())?;
    let own = game.seats_of(person);
    let same = |(entry, notation): (&Played, &&str)| entry.notation == **notation && own.contains(entry.seat);
    played.iter().zip(notations).all(same).then_some((begin + notations.len()) as u32)
}

/// Returns whether the button of a question can hold these moves. More are played without a question.
fn can_be_confirmed(notations: &[&str]) -> bool {
    let characters = notations.iter().map(|notation| notation.len() + 1).sum::<usize>();
    characters <= MOST_CONFIRMED
}

/// Returns whether the caller has just ended a turn with the same moves, and is to act again: planned replies have followed, or the
/// next turn is theirs, too. They may have sent the moves twice by accident, or again because no response came.
fn repeats(
    tx: &Tx<'_>,
    caller: &Caller,
    game: &Game,
    before: &Table,
    notations: &[&str],
) -> Result<bool, StoreError> {
    let mine = game.seats_of(caller.person);
    let record = &game.record[..before.ply() as usize];
    let Some(last) = record.iter().rposition(|entry| mine.contains(entry.seat)) else { return Ok(false) };
    let own = record[..=last].iter().rev().map(|entry| entry.notation.as_str());
    if !own.take(notations.len()).eq(notations.iter().rev().copied()) {
        return Ok(false);
    }
    let replied = last + 1 < record.len();
    // Where all players order at once, the same order in the next turn is as likely to be meant, and can be replaced.
    let again = || -> Result<bool, StoreError> {
        Ok(!before.kind().is_simultaneous() && game.at_ply(last as u32)?.table.turn() < before.turn())
    };
    if !replied && !again()? {
        return Ok(false);
    }
    // Entries of one transaction have the same time.
    let times: Vec<Timestamp> = tx.record(game.id)?.iter().map(|entry| entry.at).collect();
    Ok(times[last..].iter().all(|&at| at == times[last]) && caller.at < later(times[last], SOON))
}

fn illegal(game: &Game, seat: Seat, typed: &str, refusal: Refusal, after_others: bool) -> MoveRejected {
    let notation = typed.to_owned();
    if after_others && !game.table.to_act().contains(seat) {
        return MoveRejected::TurnOverBefore { notation };
    }
    let (kind, suggestions) = (game.table.kind(), suggestions(game, seat, typed));
    MoveRejected::IllegalMove { kind, notation, refusal, suggestions, after_others }
}

/// Returns legal moves similar to the typed one.
fn suggestions(game: &Game, seat: Seat, typed: &str) -> Vec<String> {
    alike(game.table.legal_moves(seat), typed)
}
