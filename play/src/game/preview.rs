//! Moves that a player has chosen and not yet confirmed, and the position after them.

use data::Game;
use rules::{LegalMove, Outcome, Seat};

use super::turn::{play_move, regrettable_end};

/// A game after moves that nobody has played yet.
///
/// Where all players order at once, an order is never tried out: if it were the last one missing, its result would show what the
/// others have ordered. The game then stays as it is, and only the order itself is known.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The game after the moves, and after passes that follow because a player can do nothing else.
    pub game: Game,
    /// The moves in order, each described in the position in which it is played.
    pub moves: Vec<LegalMove>,
    /// Whether the moves complete the player's turn.
    pub is_complete: bool,
    /// The outcome if the moves end the game and the player's side does not simply win.
    pub ends: Option<Outcome>,
    /// Whether the player loses the piece that one of the moves places, moves or removes, and the game continues.
    pub dies: bool,
    /// The cost of the last move for the player's own side, if no player would want that by accident.
    pub costs: Option<String>,
}

impl Preview {
    /// Returns the game after these moves of a seat, or `None` if one of them is not legal or comes after the end of the turn.
    pub fn of(game: &Game, seat: Seat, notations: &[String]) -> Option<Preview> {
        let mut after = game.clone();
        let mut moves = Vec::new();
        let simultaneous = game.table.kind().is_simultaneous();
        let is_over =
            |after: &Game| after.table.turn() != game.table.turn() || after.table.outcome().is_some();
        let mut costs = None;
        for notation in notations {
            if is_over(&after) || (simultaneous && !moves.is_empty()) {
                return None;
            }
            moves.push(after.table.legal_move(seat, notation)?);
            costs = after.table.warning(seat, notation);
            if !simultaneous {
                play_move(&mut after, seat, notation).ok()?;
            }
        }
        after.pass_forced();
        let is_complete = is_over(&after) || (simultaneous && !moves.is_empty());
        let notations: Vec<&str> = notations.iter().map(String::as_str).collect();
        let ends = regrettable_end(&game.table, &after.table, seat, &notations);
        let costs = costs.filter(|_| after.table.outcome().is_none());
        let dies = moves.iter().any(|legal_move| legal_move.dies) && after.table.outcome().is_none();
        Some(Preview { game: after, moves, is_complete, ends, dies, costs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{BOB, Fixture};

    #[tokio::test]
    async fn preview_describes_every_move() {
        let world = Fixture::new().await;
        let id = world.begin("semiosphere columns=4 rows=5", &[BOB]).await;
        for _ in 0..2 {
            world.play_any(id).await;
        }
        let (_, seat) = world.mover(id).await;
        let game = world.game(id).await;
        let moves = |all: &[&str]| all.iter().map(|&mv| mv.to_owned()).collect::<Vec<_>>();
        let preview = Preview::of(&game, seat, &moves(&["+a3", "+b3"])).unwrap();
        assert_eq!(preview.moves.len(), 2);
        assert!(!preview.is_complete && preview.costs.is_none());
        let ended = Preview::of(&game, seat, &moves(&["+a3", "end"])).unwrap();
        assert!(ended.is_complete && ended.costs.is_some(), "the piece stays in the row that goes");
        assert_eq!(game.record, world.game(id).await.record, "nothing is played");
        for illegal in [&["+a3", "+a3"][..], &["end", "+a3"], &["!resign"], &["z"]] {
            assert!(Preview::of(&game, seat, &moves(illegal)).is_none(), "{illegal:?}");
        }
    }

    #[tokio::test]
    async fn order_is_never_tried_out() {
        let world = Fixture::new().await;
        let id = world.begin("stract", &[BOB]).await;
        world.play_any(id).await;
        let (_, seat) = world.mover(id).await;
        let game = world.game(id).await;
        let preview = Preview::of(&game, seat, &["pass".to_owned()]).unwrap();
        assert!(preview.is_complete && !preview.dies);
        assert_eq!(preview.game.table, game.table, "the last missing order would carry the turn out");
    }
}
