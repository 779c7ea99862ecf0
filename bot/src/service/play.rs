//! Playing moves.

use data::{ChannelId, Game, GameId, GameState, OutboxKind, PersonId, StoreError, Time, Tx};
use rules::{END, Kind, LegalMove, Outcome, PASS, Refusal, Seat, Table};

use super::{
    Caller, Service,
    complete::{Turn, without_words, words},
    describe::{self, Meant},
    offers::still_asked,
    record::{commit, play_move},
};
use crate::{
    error::Error,
    posts, text,
    view::{Post, Response},
};

/// How many moves one message may hold.
const MOST_AT_ONCE: usize = 50;

/// For how long a typed move may be the last one sent twice.
const SOON_MS: i64 = 10 * 60_000;

/// How many legal moves a refusal names.
const SUGGESTIONS: usize = 8;

impl Service {
    /// Plays one or several moves, typed with spaces between, in the game of the caller's channel: all or none.
    ///
    /// # Errors
    /// When there is no game, it is not the caller's turn, or a move is not legal; nothing is played then.
    pub async fn play_typed(&self, caller: &Caller, typed: String) -> Result<Response, Error> {
        let caller = *caller;
        self.act(move |tx| {
            // The same one may have ended the game when it came first.
            let game = match tx.done(caller.interaction)? {
                Some((game, _)) => game,
                None => game_here(tx, &caller)?,
            };
            let typed = typed.to_lowercase();
            let opened = tx.open(game)?;
            let (named, typed) = seat_named(&opened, caller.person, &typed);
            let mut notations: Vec<String> = words(typed).map(str::to_owned).collect();
            if tx.done(caller.interaction)?.is_none()
                && let Ok(mut seats) = seats_to_act(&opened, caller.person)
            {
                seats.retain(|&seat| named.is_none_or(|named| named == seat));
                let turn = Turn { table: opened.table.clone(), seats };
                match describe::read(&turn, &without_words(&turn, typed)) {
                    Meant::Moves(moves) => notations = moves,
                    Meant::OneOf { typed, seat, legal_moves, first } => {
                        return Ok(Response::Ephemeral(posts::which_move(
                            &opened,
                            seat,
                            &typed,
                            &legal_moves,
                            first,
                        )));
                    }
                }
            }
            let notations: Vec<&str> = notations.iter().map(String::as_str).collect();
            let origin = Origin { revision: None, seat: named, in_panel: false };
            play(tx, &caller, game, origin, &notations, Asked::No)
        })
        .await
    }

    /// Plays a move that was offered to everybody at `revision`.
    ///
    /// # Errors
    /// As [`Service::play_typed`], and when the game has moved on since.
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

    /// Plays a move that was chosen for `seat` from the panel as it was at `revision`; in place of the panel the answer shows
    /// what can be played next if the turn goes on.
    ///
    /// # Errors
    /// As [`Service::play_shown`], and when the caller cannot act for that seat.
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
        self.act(move |tx| play(tx, &caller, game, origin, &[notation.as_str()], Asked::No)).await
    }

    /// Plays moves that the player was asked about at `revision` and has said yes to.
    ///
    /// # Errors
    /// As [`Service::play_shown`].
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
            play(tx, &caller, game, origin, &notations, Asked::Yes)
        })
        .await
    }
}

/// The game that is being played in a channel, if there is one.
pub(super) fn running_in(tx: &Tx<'_>, channel: ChannelId) -> Result<Option<Game>, StoreError> {
    match tx.game_in(channel)? {
        Some((id, GameState::Running)) => tx.open(id).map(Some),
        _ => Ok(None),
    }
}

/// The running game of the caller's channel.
pub(super) fn game_here(tx: &Tx<'_>, caller: &Caller) -> Result<GameId, Error> {
    match tx.game_in(caller.channel)? {
        Some((game, GameState::Running)) => Ok(game),
        Some(_) => Err(Error::rejected(text::NOT_STARTED)),
        None => Err(no_game_here(tx, caller)?),
    }
}

/// That no game is played in the caller's channel, and where they play.
pub(super) fn no_game_here(tx: &Tx<'_>, caller: &Caller) -> Result<Error, Error> {
    let games = tx.games_of(caller.person, still_asked)?;
    Ok(Error::rejected(text::no_game_here(caller.guild, &games)))
}

/// The seats that a person can act for now, at least one; first those that the game waits for.
pub(super) fn seats_to_act(game: &Game, person: PersonId) -> Result<Vec<Seat>, Error> {
    let seats = game.seats_of(person);
    if seats.is_empty() {
        return Err(Error::rejected(text::stranger(game)));
    }
    if game.state != GameState::Running {
        return Err(Error::rejected(text::over(game)));
    }
    let to_act = game.table.to_act();
    let mut able: Vec<Seat> = seats.iter().filter(|&seat| !game.table.legal(seat).is_empty()).collect();
    able.sort_by_key(|&seat| !to_act.contains(seat));
    if able.is_empty() {
        let here = game.table.here();
        let out = !seats.iter().any(|seat| here.contains(seat));
        let words = if out { text::no_vote(game) } else { text::not_your_turn(game) };
        return Err(Error::rejected(words));
    }
    Ok(able)
}

/// The one of these seats that a move is for: the first that it is legal for, or the first at all.
pub(super) fn seat_for(table: &Table, seats: &[Seat], notation: &str) -> Option<Seat> {
    if let [only] = seats {
        return Some(*only);
    }
    let legal_for = |seat: &&Seat| table.legal(**seat).iter().any(|legal| legal == notation);
    seats.iter().find(legal_for).or(seats.first()).copied()
}

/// Returns what takes the place of a player's panel whose choices were offered at `revision`, if the turn that they were for is over:
/// nobody plays the next turn without having seen its board.
pub(super) fn closed_panel(game: &Game, person: PersonId, revision: u32) -> Option<Response> {
    let now = game.table.turn();
    let turn = match game.table.kind().is_simultaneous() {
        true => revision,
        false => game.record.get(revision as usize).map_or(now, |entry| entry.turn),
    };
    let is_over = turn != now || game.table.outcome().is_some();
    let closed = is_over && !game.seats_of(person).is_empty();
    closed.then(|| Response::Update(posts::closed_panel(game, person, turn)))
}

/// Takes the colour of one of a person's seats from the front of what was typed: `teal c3-c4`.
pub(super) fn seat_named<'t>(game: &Game, person: PersonId, typed: &'t str) -> (Option<Seat>, &'t str) {
    let kind = game.table.kind();
    let first = typed.split_whitespace().next().unwrap_or_default();
    let named = |&seat: &Seat| kind.colour(seat).name().to_lowercase() == first.trim_end_matches(':');
    match game.seats_of(person).iter().find(named) {
        Some(seat) => (Some(seat), typed.trim_start()[first.len()..].trim_start()),
        None => (None, typed),
    }
}

/// Whether all that is played may be seen by everybody at once: nobody orders in secret, and nothing is hidden from anybody.
pub(super) fn all_is_open(kind: Kind) -> bool {
    !kind.is_simultaneous() && !kind.has_secrets()
}

/// What a move was offered for.
#[derive(Clone, Copy)]
struct Origin {
    /// When ([`Table::revision`]); a move that was typed is good at any time.
    revision: Option<u32>,
    /// The seat, if it was said.
    seat: Option<Seat>,
    /// Whether it was chosen in a panel that only the player sees, and that the answer takes the place of.
    in_panel: bool,
}

impl Origin {
    fn answer(self, post: Post) -> Response {
        if self.in_panel { Response::Update(post) } else { Response::Ephemeral(post) }
    }
}

/// Whether the player was asked if these moves are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Yes,
    No,
}

/// One transaction: the moves, everything that follows from them, and what is to be told. Nothing is written, and the
/// player is asked, if the game would end so, or it costs them dearly, and they may not want that.
fn play(
    tx: &Tx<'_>,
    caller: &Caller,
    id: GameId,
    origin: Origin,
    notations: &[&str],
    asked: Asked,
) -> Result<Response, Error> {
    if let Some((game, ply)) = tx.done(caller.interaction)? {
        return Ok(origin.answer(posts::receipt(&tx.open(game)?, caller.person, ply as usize)));
    }
    let mut game = tx.open(id)?;
    if let Some(revision) = origin.revision.filter(|_| origin.in_panel)
        && let Some(closed) = closed_panel(&game, caller.person, revision)
    {
        return Ok(closed);
    }
    let seats = match (seats_to_act(&game, caller.person)?, origin.seat) {
        (able, None) => able,
        (able, Some(seat)) if able.contains(&seat) => vec![seat],
        _ => return Err(Error::rejected(text::not_your_turn(&game))),
    };
    if origin.revision.is_some_and(|revision| revision != game.table.revision()) {
        return Err(Error::rejected(text::moved_on(&game)));
    }
    if notations.is_empty() {
        return Err(Error::rejected(text::no_move(&game, &suggestions(&game, seats[0], ""))));
    }
    if notations.len() > MOST_AT_ONCE {
        return Err(Error::rejected(text::too_many_moves(MOST_AT_ONCE)));
    }
    let stored = game.record.len();
    let before = game.table.clone();
    let mut seat = seats[0];
    let mut left = Vec::new();
    let mut warning = None;
    for notation in notations {
        // What is too much for this turn is a mistake, even where the same seat begins the next one.
        if game.table.turn() != before.turn() {
            return Err(Error::rejected(text::turn_over_before(notation)));
        }
        // Where all order at once, each order of a message is for another seat as long as there is one.
        if left.is_empty() {
            left.clone_from(&seats);
        }
        seat = seat_for(&game.table, &left, notation).unwrap_or(seat);
        // Only the last move can end the turn.
        warning = game.table.warning(seat, notation);
        match play_move(&mut game, seat, notation) {
            Ok(()) if before.kind().is_simultaneous() => left.retain(|&other| other != seat),
            Ok(()) => {}
            Err(refusal) => {
                return Err(Error::rejected(refused(
                    &game,
                    seat,
                    notation,
                    &refusal,
                    game.record.len() > stored,
                )));
            }
        }
    }
    game.pass_forced();
    if asked == Asked::No {
        let goes_on = game.table.outcome().is_none() && before.legal(seat).len() > 1;
        let question = match (regrettable_end(&before, &game.table, seat, notations), warning) {
            (Some(outcome), _) => posts::ask_end(&game, &outcome, before.revision(), notations),
            (None, Some(cost)) if goes_on => posts::ask_cost(id, &cost, before.revision(), notations),
            (None, _) if origin.revision.is_none() && repeats(tx, caller, &game, stored, notations)? => {
                posts::ask_again(id, before.revision(), notations)
            }
            _ => None,
        };
        if let Some(question) = question {
            return Ok(origin.answer(question));
        }
    }
    let (ply, ended) = (game.table.ply(), game.table.outcome().is_some());
    commit(tx, &mut game, stored, caller.at)?;
    if ended {
        tx.set_ended_by(id, ply, caller.person)?;
    }
    tx.set_done(caller.interaction, id, ply, caller.at)?;
    let receipt = posts::receipt(&game, caller.person, ply as usize);
    // The answer to a command shows everybody what was typed, and within a turn no new board is posted.
    let new_board = game.table.turn() != before.turn() || game.table.outcome().is_some();
    if new_board && !origin.in_panel && all_is_open(before.kind()) {
        tx.reply_with(id, game.table.ply(), OutboxKind::Board, caller.interaction)?;
        return Ok(Response::Public(receipt));
    }
    Ok(origin.answer(receipt))
}

/// Whether this is what the caller has played just before, and others have replied to as they had planned: sent twice, perhaps,
/// or again because no answer came.
fn repeats(
    tx: &Tx<'_>,
    caller: &Caller,
    game: &Game,
    stored: usize,
    notations: &[&str],
) -> Result<bool, StoreError> {
    let mine = game.seats_of(caller.person);
    let record = &game.record[..stored];
    let Some(last) = record.iter().rposition(|entry| mine.contains(entry.seat)) else { return Ok(false) };
    let own = record[..=last].iter().rev().map(|entry| entry.notation.as_str());
    if last + 1 == stored || !own.take(notations.len()).eq(notations.iter().rev().copied()) {
        return Ok(false);
    }
    // What was written together was entered at the same time.
    let times: Vec<Time> = tx.record(game.id)?.iter().map(|entry| entry.at).collect();
    Ok(times[last..].iter().all(|&at| at == times[last]) && caller.at < times[last].plus_ms(SOON_MS))
}

/// How the game has ended by these moves of `seat`, if another choice would have kept it going and the seat's side has not
/// simply won by what it did. Where all order in secret nobody is asked: the answer would tell of the others' orders.
pub(super) fn regrettable_end(
    before: &Table,
    after: &Table,
    seat: Seat,
    notations: &[&str],
) -> Option<Outcome> {
    let outcome = after.outcome()?;
    if after.kind().is_simultaneous() || before.legal(seat).len() == 1 {
        return None;
    }
    let side = after.game().sides().into_iter().find(|side| side.contains(seat)).unwrap_or_default();
    let won = outcome.ranking.groups().first().is_some_and(|first| first.without(side).is_empty());
    let gave_up_acting = notations.last().is_some_and(|&last| last == PASS || last == END);
    (!won || gave_up_acting).then_some(outcome)
}

fn refused(game: &Game, seat: Seat, notation: &str, refusal: &Refusal, after_others: bool) -> String {
    if after_others && !game.table.to_act().contains(seat) {
        return text::turn_over_before(notation);
    }
    text::refused(game.table.kind(), notation, refusal, &suggestions(game, seat, notation), after_others)
}

/// Legal moves like the one typed.
fn suggestions(game: &Game, seat: Seat, typed: &str) -> Vec<String> {
    alike(game.table.legal_moves(seat), typed)
}

/// Those of these moves that are like what was typed: those that begin alike, else those about the same square, else the first
/// ones; moves that cost the piece itself after the others.
pub(super) fn alike(mut moves: Vec<LegalMove>, typed: &str) -> Vec<String> {
    let squares: Vec<String> = typed
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|part| part.len() > 1)
        .map(ToOwned::to_owned)
        .collect();
    let likeness = |mv: &str| {
        let begins = mv.bytes().zip(typed.bytes()).take_while(|(a, b)| a == b).count();
        let about = squares.iter().filter(|square| mv.contains(square.as_str())).count();
        std::cmp::Reverse(about * 4 + begins)
    };
    moves.sort_by_cached_key(|offer| (likeness(&offer.notation), offer.dies));
    let mut alike: Vec<String> = moves.into_iter().map(|offer| offer.notation).take(SUGGESTIONS).collect();
    alike.sort();
    alike
}
