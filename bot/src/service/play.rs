//! Playing moves.

use data::{Game, GameId, GameState, PersonId, Tx};
use rules::{END, Outcome, PASS, ParseError, Refusal, Seat, Table};

use super::{
    Asker, Service,
    complete::without_words,
    record::{commit, play_forced},
};
use crate::{
    posts, text,
    trouble::Trouble,
    view::{Answer, Post},
};

/// How many moves one message may hold.
const MOST_AT_ONCE: usize = 50;

/// How many legal moves a refusal names.
const SUGGESTIONS: usize = 8;

impl Service {
    /// Plays one or several moves, typed with spaces between, in the game of the asker's channel: all or none.
    ///
    /// # Errors
    /// When there is no game, it is not the asker's turn, or a move is not legal; nothing is played then.
    pub async fn play_typed(&self, asker: &Asker, typed: String) -> Result<Answer, Trouble> {
        let asker = *asker;
        let receipt = self
            .store
            .write(move |tx| {
                let game = game_here(tx, &asker)?;
                let mut typed = typed.to_lowercase();
                let opened = tx.open(game)?;
                if let Ok(seat) = seat_to_act(&opened, asker.person) {
                    typed = without_words(&opened.table, seat, &typed);
                }
                let notations: Vec<&str> =
                    typed.split([' ', ',', ';', '\n']).filter(|text| !text.is_empty()).collect();
                play(tx, &asker, game, None, &notations, Asked::No)
            })
            .await?;
        self.wake_outbox();
        Ok(Answer::Whisper(receipt))
    }

    /// Plays a move that was offered at `moment`, and shows what can be played next if the turn goes on.
    ///
    /// # Errors
    /// As [`Service::play_typed`], and when the game has moved on since.
    pub async fn play_offered(
        &self,
        asker: &Asker,
        game: GameId,
        moment: u32,
        notation: String,
        from_panel: bool,
    ) -> Result<Answer, Trouble> {
        let asker = *asker;
        let receipt = self
            .store
            .write(move |tx| play(tx, &asker, game, Some(moment), &[notation.as_str()], Asked::No))
            .await?;
        self.wake_outbox();
        Ok(if from_panel { Answer::Replace(receipt) } else { Answer::Whisper(receipt) })
    }

    /// Plays moves that end the game, after the player was asked at `moment` and has said yes.
    ///
    /// # Errors
    /// As [`Service::play_offered`].
    pub async fn play_confirmed(
        &self,
        asker: &Asker,
        game: GameId,
        moment: u32,
        notations: Vec<String>,
    ) -> Result<Answer, Trouble> {
        let asker = *asker;
        let receipt = self
            .store
            .write(move |tx| {
                let notations: Vec<&str> = notations.iter().map(String::as_str).collect();
                play(tx, &asker, game, Some(moment), &notations, Asked::Yes)
            })
            .await?;
        self.wake_outbox();
        Ok(Answer::Replace(receipt))
    }
}

/// The running game of the asker's channel.
pub(super) fn game_here(tx: &Tx<'_>, asker: &Asker) -> Result<GameId, Trouble> {
    match tx.game_in(asker.channel)? {
        Some((game, GameState::Running)) => Ok(game),
        Some(_) => Err(Trouble::asker(text::NOT_STARTED)),
        None => Err(Trouble::asker(text::no_game_here(&tx.games_of(asker.person)?))),
    }
}

/// The seat that a person can act for now.
pub(super) fn seat_to_act(game: &Game, person: PersonId) -> Result<Seat, Trouble> {
    let seats = game.seats_of(person);
    if seats.is_empty() {
        return Err(Trouble::asker(text::stranger(game)));
    }
    if game.state != GameState::Running {
        return Err(Trouble::asker(text::over(game)));
    }
    let to_act = game.table.to_act();
    seats
        .iter()
        .find(|&seat| to_act.contains(seat))
        .or_else(|| seats.iter().find(|&seat| !game.table.legal(seat).is_empty()))
        .ok_or_else(|| Trouble::asker(text::not_your_turn(game)))
}

/// Whether the player was asked if the game is to end so.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Yes,
    No,
}

/// One transaction: the moves, everything that follows from them, and what is to be told. Nothing is written, and the
/// player is asked, if the game would end so and they may not want that.
fn play(
    tx: &Tx<'_>,
    asker: &Asker,
    id: GameId,
    moment: Option<u32>,
    notations: &[&str],
    asked: Asked,
) -> Result<Post, Trouble> {
    if let Some((game, ply)) = tx.done(asker.interaction)? {
        return Ok(posts::receipt(&tx.open(game)?, asker.person, ply as usize));
    }
    let mut game = tx.open(id)?;
    let seat = seat_to_act(&game, asker.person)?;
    if moment.is_some_and(|moment| moment != game.table.moment()) {
        return Err(Trouble::asker(text::moved_on(&game)));
    }
    if notations.is_empty() {
        return Err(Trouble::asker(text::no_move(&game, &suggestions(&game, seat, ""))));
    }
    if notations.len() > MOST_AT_ONCE {
        return Err(Trouble::asker(text::too_many_moves(MOST_AT_ONCE)));
    }
    let stored = game.record.len();
    let before = game.table.clone();
    for notation in notations {
        // What is too much for this turn is a mistake, even where the same seat begins the next one.
        if game.table.turn() != before.turn() {
            return Err(Trouble::asker(text::turn_over_before(notation)));
        }
        match play_move(&mut game, seat, notation) {
            Ok(()) => {}
            Err(refusal) => {
                return Err(Trouble::asker(refused(
                    &game,
                    seat,
                    notation,
                    &refusal,
                    game.record.len() > stored,
                )));
            }
        }
    }
    play_forced(&mut game);
    if asked == Asked::No
        && let Some(outcome) = regrettable_end(&before, &game.table, seat, notations)
        && let Some(question) = posts::ask_end(&game, &outcome, before.moment(), notations)
    {
        return Ok(question);
    }
    let ply = game.table.ply();
    commit(tx, &mut game, stored, asker.at)?;
    tx.set_done(asker.interaction, id, ply, asker.at)?;
    Ok(posts::receipt(&game, asker.person, ply as usize))
}

/// How the game has ended by these moves of `seat`, if another choice would have kept it going and the seat's side has not
/// simply won by what it did. Where all order in secret nobody is asked: the answer would tell of the others' orders.
fn regrettable_end(before: &Table, after: &Table, seat: Seat, notations: &[&str]) -> Option<Outcome> {
    let outcome = after.outcome()?;
    if after.kind().is_simultaneous() || before.legal(seat).len() == 1 {
        return None;
    }
    let side = after.game().sides().into_iter().find(|side| side.contains(seat)).unwrap_or_default();
    let won = outcome.ranking.groups().first().is_some_and(|first| first.without(side).is_empty());
    let gave_up_acting = notations.last().is_some_and(|&last| last == PASS || last == END);
    (!won || gave_up_acting).then_some(outcome)
}

/// Plays a move of the game, and nothing else that can stand in a record: resigning is asked for once more.
fn play_move(game: &mut Game, seat: Seat, notation: &str) -> Result<(), Refusal> {
    if notation.starts_with('!') {
        return Err(Refusal::Notation(ParseError::new("no move begins with `!`")));
    }
    game.enter(seat, notation).map(|_| ())
}

fn refused(game: &Game, seat: Seat, notation: &str, refusal: &Refusal, after_others: bool) -> String {
    if after_others && !game.table.to_act().contains(seat) {
        return text::turn_over_before(notation);
    }
    text::refused(game.table.kind(), notation, refusal, &suggestions(game, seat, notation), after_others)
}

/// Legal moves like the one typed: those that begin alike, else those about the same square, else the first ones; moves that
/// cost the piece itself after the others.
fn suggestions(game: &Game, seat: Seat, typed: &str) -> Vec<String> {
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
    let mut alike = game.table.offers(seat);
    alike.sort_by_cached_key(|offer| (likeness(&offer.notation), offer.dies));
    let mut alike: Vec<String> = alike.into_iter().map(|offer| offer.notation).take(SUGGESTIONS).collect();
    alike.sort();
    alike
}
