//! Choosing a move from menus: kind, then place, then the move itself, as the game groups them.

use data::GameId;
use rules::Seat;

use super::{
    Asker, Service,
    play::{closed_panel, seats_to_act},
};
use crate::{posts, text, trouble::Trouble, view::Answer};

impl Service {
    /// Shows the panel from which a player chooses a move of a game.
    ///
    /// # Errors
    /// When it is not the asker's turn.
    pub async fn moves_panel(&self, asker: &Asker, game: GameId) -> Result<Answer, Trouble> {
        let person = asker.person;
        self.store
            .read(move |tx| {
                let game = tx.open(game)?;
                let seats = seats_to_act(&game, person)?;
                Ok(Answer::Whisper(posts::moves_panel(&game, seats[0], &[])))
            })
            .await
    }

    /// Goes on with the choices made in the panel, which were offered for `seat` at `moment`. If more was played in the turn
    /// meanwhile, the panel starts again; if the turn is over, it closes.
    ///
    /// # Errors
    /// When it is not the asker's turn (any more).
    pub async fn pick(
        &self,
        asker: &Asker,
        game: GameId,
        moment: u32,
        seat: Seat,
        path: Vec<u8>,
    ) -> Result<Answer, Trouble> {
        let person = asker.person;
        self.store
            .read(move |tx| {
                let game = tx.open(game)?;
                if let Some(closed) = closed_panel(&game, person, moment) {
                    return Ok(closed);
                }
                let seats = seats_to_act(&game, person)?;
                if game.table.moment() == moment && seats.contains(&seat) {
                    return Ok(Answer::Replace(posts::moves_panel(&game, seat, &path)));
                }
                let mut panel = posts::moves_panel(&game, seats[0], &[]);
                panel.content = format!("{}\n{}", text::moved_on(&game), panel.content);
                Ok(Answer::Replace(panel))
            })
            .await
    }
}
