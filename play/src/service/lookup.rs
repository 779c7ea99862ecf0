//! Finds the game, the seats and the view of a caller.

use data::{ChannelId, Game, GameId, GameState, Listed, PersonId, StoreError, Tx};
use rules::{Seat, Viewer};

use super::core::Caller;
use crate::{
    error::Error,
    game::offers::voters_missing,
    rejected::{Ended, Rejected},
};

/// Returns the running game of a channel, if there is one.
pub(super) fn running_in(tx: &Tx<'_>, channel: ChannelId) -> Result<Option<Game>, StoreError> {
    match tx.game_in(channel)? {
        Some((id, GameState::Running)) => tx.open(id).map(Some),
        _ => Ok(None),
    }
}

/// Returns the running game of the caller's channel.
pub(super) fn game_here(tx: &Tx<'_>, caller: &Caller) -> Result<GameId, Error> {
    match tx.game_in(caller.channel)? {
        Some((game, GameState::Running)) => Ok(game),
        Some(_) => Err(Error::rejected(Rejected::NotStarted)),
        None => Err(no_game_here(tx, caller)?),
    }
}

/// Returns the rejection that no game runs in the caller's channel, or that the last game there is over, if the caller played in it.
/// Both name the games that they play elsewhere.
pub(super) fn no_game_here(tx: &Tx<'_>, caller: &Caller) -> Result<Error, Error> {
    // Discord can link only channels of the caller's server.
    let is_here = |game: &Listed| {
        game.state == GameState::Running && !game.suspended && Some(game.guild) == caller.guild
    };
    let others = tx.games_of(caller.person, voters_missing)?.into_iter().filter(is_here).collect();
    if let Some(last) = tx.last_game_in(caller.channel)?
        && tx.had_seat(last, caller.person)?
    {
        return Ok(Error::rejected(Rejected::GameOver { ended: Ended::of(&tx.open(last)?), others }));
    }
    Ok(Error::rejected(Rejected::NoGameHere { others }))
}

/// Returns the seats that a player can act for now, at least one. Seats that the game waits for come first.
pub(super) fn seats_to_act(game: &Game, person: PersonId) -> Result<Vec<Seat>, Error> {
    let seats = game.seats_of(person);
    if seats.is_empty() {
        return Err(Error::rejected(Rejected::not_playing(game)));
    }
    if game.state != GameState::Running {
        return Err(Error::rejected(Rejected::game_over(game)));
    }
    let to_act = game.table.to_act();
    let mut able: Vec<Seat> = seats.iter().filter(|&seat| !game.table.legal(seat).is_empty()).collect();
    able.sort_by_key(|&seat| !to_act.contains(seat));
    if able.is_empty() {
        let here = game.table.here();
        let out = !seats.iter().any(|seat| here.contains(seat));
        let why = if out { Rejected::no_longer_playing(game) } else { Rejected::not_your_turn(game) };
        return Err(Error::rejected(why));
    }
    Ok(able)
}

/// Splits the colour of one of the player's seats off the front of a typed text: `teal c3-c4`.
pub(super) fn seat_named<'t>(game: &Game, person: PersonId, typed: &'t str) -> (Option<Seat>, &'t str) {
    let kind = game.table.kind();
    let first = typed.split_whitespace().next().unwrap_or_default();
    let named = |&seat: &Seat| kind.colour(seat).name().to_lowercase() == first.trim_end_matches(':');
    match game.seats_of(person).iter().find(named) {
        Some(seat) => (Some(seat), typed.trim_start()[first.len()..].trim_start()),
        None => (None, typed),
    }
}

/// Returns a seat of the player that is still in the game.
pub(super) fn at_table(game: &Game, person: PersonId) -> Result<Seat, Error> {
    let seats = game.seats_of(person);
    if seats.is_empty() {
        return Err(Error::rejected(Rejected::not_playing(game)));
    }
    let here = game.table.here();
    seats
        .iter()
        .find(|&seat| here.contains(seat))
        .ok_or_else(|| Error::rejected(Rejected::no_longer_playing(game)))
}

/// Returns the view of a game that `person` gets: their seat's, the spectators', or everything once the game is over.
pub fn viewer(game: &Game, person: PersonId) -> Viewer {
    game.table.viewer(game.seats_of(person).first().map_or(Viewer::Public, Viewer::Seat))
}
