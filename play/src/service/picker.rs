//! Chooses moves one step at a time, in a private panel.

use data::{Game, GameId};
use rules::Seat;

use super::{
    core::{Caller, Service},
    lookup::seats_to_act,
    play::closed_panel,
};
use crate::{
    content::{Content, Response},
    error::Error,
};

/// A screen of the panel: the moves that the player has chosen, and the choices made so far for the next one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Screen {
    /// The game to choose moves in.
    pub game: GameId,
    /// The revision that the panel shows ([`rules::Table::revision`]).
    pub revision: u32,
    /// The seat that the moves are for.
    pub seat: Seat,
    /// The moves chosen so far in the game's notation, which are not played yet.
    pub draft: Vec<String>,
    /// The choices made so far for the next move, as words with dots between them.
    pub path: String,
}

impl Screen {
    /// Returns the first screen for a seat.
    pub const fn first(game: GameId, revision: u32, seat: Seat) -> Screen {
        Screen { game, revision, seat, draft: Vec::new(), path: String::new() }
    }
}

impl Service {
    /// Returns the panel in which a player chooses a move.
    ///
    /// # Errors
    /// [`Error::Rejected`] if it is not the caller's turn.
    pub async fn moves_panel(&self, caller: &Caller, game: GameId) -> Result<Response, Error> {
        let person = caller.person;
        self.store
            .read(move |tx| {
                let game = tx.open(game)?;
                let seats = seats_to_act(&game, person)?;
                Ok(Response::Ephemeral(first_screen(game, seats[0], false)))
            })
            .await
    }

    /// Returns another screen of the panel. If players have moved within the turn since its revision, the panel starts again. If
    /// the turn is over, it closes. Nothing is written.
    ///
    /// # Errors
    /// [`Error::Rejected`] if it is not the caller's turn.
    pub async fn screen(&self, caller: &Caller, screen: Screen) -> Result<Response, Error> {
        let person = caller.person;
        self.store
            .read(move |tx| {
                let Screen { game, revision, seat, draft, path } = screen.clone();
                let game = tx.open(game)?;
                let chosen: Vec<&str> = draft.iter().map(String::as_str).collect();
                if let Some(closed) = closed_panel(&game, person, revision, &chosen) {
                    return Ok(closed);
                }
                let seats = seats_to_act(&game, person)?;
                Ok(Response::Update(if game.table.revision() == revision && seats.contains(&seat) {
                    Content::MovesPanel { game: Box::new(game), seat, draft, path, moved_on: false }
                } else {
                    first_screen(game, seats[0], true)
                }))
            })
            .await
    }
}

/// Returns the first screen of the panel for a seat. If `moved_on`, it replaces a panel of an earlier position.
pub(super) fn first_screen(game: Game, seat: Seat, moved_on: bool) -> Content {
    let (draft, path) = (Vec::new(), String::new());
    Content::MovesPanel { game: Box::new(game), seat, draft, path, moved_on }
}
