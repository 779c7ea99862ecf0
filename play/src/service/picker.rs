//! Chooses a move from menus: the kind of move, its place, then the move itself, as each game groups them.

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
                Ok(Response::Ephemeral(panel(game, seats[0], Vec::new(), false)))
            })
            .await
    }

    /// Returns the next choices of the panel that was offered for `seat` at `revision`. If players have moved within the turn
    /// since, the panel starts again. If the turn is over, it closes.
    ///
    /// # Errors
    /// [`Error::Rejected`] if it is not the caller's turn.
    pub async fn pick(
        &self,
        caller: &Caller,
        game: GameId,
        revision: u32,
        seat: Seat,
        path: Vec<u8>,
    ) -> Result<Response, Error> {
        let person = caller.person;
        self.store
            .read(move |tx| {
                let game = tx.open(game)?;
                if let Some(closed) = closed_panel(&game, person, revision, None) {
                    return Ok(closed);
                }
                let seats = seats_to_act(&game, person)?;
                if game.table.revision() == revision && seats.contains(&seat) {
                    return Ok(Response::Update(panel(game, seat, path, false)));
                }
                Ok(Response::Update(panel(game, seats[0], Vec::new(), true)))
            })
            .await
    }
}

fn panel(game: Game, seat: Seat, path: Vec<u8>, moved_on: bool) -> Content {
    Content::MovesPanel { game: Box::new(game), seat, path, moved_on }
}
