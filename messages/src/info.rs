//! Explains a piece, and shows its moves on the board.

use data::{Game, PersonId};
use play::{
    Rejected, catalogue,
    rejected::LookRejected,
    service::{ChannelGame, viewer},
};
use render::{Piece, Scene, State};
use rules::{Focus, Kind, LegalMove, PieceInfo, SeatSet, grid::Square};

use crate::view::{Choice, MOST_CHOICES};

/// The marks and moves for some pieces on a board.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) focus: Vec<(Square, Focus)>,
    pub(crate) moves: Vec<LegalMove>,
}

/// A piece and, if the caller has one on the board, its moves.
pub(crate) struct Explained {
    pub(crate) kind: Kind,
    pub(crate) info: &'static PieceInfo,
    pub(crate) found: Option<Found>,
}

/// Explains a piece by its name, which may end with `(game)`, or the piece on a square of the channel's board. If the caller
/// has such a piece on the board, finds its moves, too. Uses only what the caller may see.
pub(crate) fn explain(at: &ChannelGame, typed: &str) -> Result<Explained, Rejected> {
    let typed = typed.trim().to_lowercase();
    let seen = at.game.as_ref().map(|game| Seen::new(game, at.person));
    if let Ok(square) = typed.parse::<Square>() {
        let Some(seen) = seen else { return Err(LookRejected::NoBoardHere.into()) };
        let empty = || LookRejected::EmptySquare { square: typed.clone() };
        let piece = seen.on(square).ok_or_else(empty)?;
        let kind = seen.game.table.kind();
        let info = named(kind, piece.art.name()).ok_or_else(empty)?;
        return Ok(Explained { kind, info, found: Some(seen.moves_of(&[piece])) });
    }
    let unknown = || LookRejected::UnknownPiece { typed: typed.clone() };
    let (kind, info) = find(at.kind, &typed).ok_or_else(unknown)?;
    let seen = seen.filter(|seen| seen.game.table.kind() == kind);
    let found = seen.map(|seen| seen.moves_of(&seen.own(info.name))).filter(|found| !found.focus.is_empty());
    Ok(Explained { kind, info, found })
}

/// Returns names of pieces that contain the typed text, of the channel's game or of all games.
#[must_use]
pub fn complete(here: Option<Kind>, typed: &str) -> Vec<Choice> {
    let kinds: Vec<Kind> = here.map_or_else(|| Kind::ALL.to_vec(), |kind| vec![kind]);
    let typed = typed.trim().to_lowercase();
    let names = kinds.into_iter().flat_map(|kind| {
        let infos = kind.about().pieces.iter();
        infos.map(move |info| format!("{} ({})", info.name, kind.title()))
    });
    let fitting = names.filter(|name| name.to_lowercase().contains(&typed)).take(MOST_CHOICES);
    fitting.map(|name| Choice { label: name.clone(), value: name, hint: String::new() }).collect()
}

/// A running game as the caller sees it.
struct Seen<'g> {
    game: &'g Game,
    /// The seats of the caller.
    seats: SeatSet,
    /// The caller's seats and those that win with them.
    side: SeatSet,
    scene: Scene,
}

impl<'g> Seen<'g> {
    fn new(game: &'g Game, person: PersonId) -> Seen<'g> {
        let to = viewer(game, person);
        let seats = game.seats_of(person);
        let with_caller = |side: &SeatSet| side.iter().any(|seat| seats.contains(seat));
        let sides = game.table.game().sides();
        let side = sides.into_iter().filter(with_caller).fold(SeatSet::EMPTY, SeatSet::union);
        Seen { game, seats, side, scene: render::scene(&game.table, to, &[]) }
    }

    /// Returns the piece on a square. Orders that were not carried out yet do not count.
    fn on(&self, square: Square) -> Option<&Piece> {
        self.scene.pieces.iter().rev().filter(standing).find(|piece| covered(piece).any(|at| at == square))
    }

    /// Returns the pieces of the caller's side with this name.
    fn own(&self, name: &str) -> Vec<&Piece> {
        let own = |piece: &&Piece| self.side.contains(piece.owner.seat) && piece.art.name() == name;
        self.scene.pieces.iter().filter(standing).filter(own).collect()
    }

    /// Marks these pieces and the squares that the caller can reach with them now.
    fn moves_of(&self, pieces: &[&Piece]) -> Found {
        let mut found = Found::default();
        // A piece under another one, such as a mark under a traveller, has no moves.
        let moves = |piece: &Piece| self.side.contains(piece.owner.seat) && self.on(piece.on) == Some(piece);
        let seats = if pieces.iter().any(|&piece| moves(piece)) { self.seats } else { SeatSet::EMPTY };
        let offers: Vec<LegalMove> =
            seats.iter().flat_map(|seat| self.game.table.legal_moves(seat)).collect();
        for &piece in pieces {
            found.focus.push((piece.on, Focus::Here));
            if !moves(piece) {
                continue;
            }
            for offer in offers.iter().filter(|offer| offer.route.from == Some(piece.on)) {
                if let Some((to, what)) = offer.route.to
                    && found.focus.iter().all(|(marked, _)| *marked != to)
                {
                    found.focus.push((to, what));
                }
                if found.moves.iter().all(|known| known.notation != offer.notation) {
                    found.moves.push(offer.clone());
                }
            }
        }
        // The further squares of large pieces come after the goals, which may include some of them.
        let further = pieces.iter().flat_map(|piece| covered(piece).filter(|&at| at != piece.on));
        found.focus.extend(further.map(|at| (at, Focus::Here)));
        found
    }
}

/// Returns the squares that a piece fills.
fn covered(piece: &Piece) -> impl Iterator<Item = Square> + use<> {
    let (from, span) = (piece.on, piece.art.span());
    (0..span).flat_map(move |up| (0..span).map(move |right| Square::new(from.col + right, from.row + up)))
}

fn standing(piece: &&Piece) -> bool {
    !matches!(piece.state, State::Ghost | State::Planned)
}

/// Finds a piece by name: in the game named in brackets, else in the channel's game, else in the first game that has one.
fn find(here: Option<Kind>, typed: &str) -> Option<(Kind, &'static PieceInfo)> {
    let (name, game) = match typed.split_once('(') {
        Some((name, game)) => (name.trim(), catalogue::find_game(game.trim_end_matches(')'))),
        None => (typed, None),
    };
    let kinds = match game {
        Some(kind) => vec![kind],
        None => here.into_iter().chain(Kind::ALL.iter().copied()).collect(),
    };
    kinds.into_iter().find_map(|kind| Some((kind, named(kind, name)?)))
}

fn named(kind: Kind, name: &str) -> Option<&'static PieceInfo> {
    kind.about().pieces.iter().find(|info| info.name == name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use play::fixture::{ANN, BOB, Fixture, ephemeral};
    use rules::{Options, Table, Viewer};

    use super::*;

    #[test]
    fn every_completion_is_the_name_of_its_piece() {
        for &kind in Kind::ALL {
            for choice in complete(None, &format!("({}", kind.title())) {
                assert_eq!(find(None, &choice.value.to_lowercase()).map(|(found, _)| found), Some(kind));
            }
        }
    }

    #[test]
    fn every_shape_on_an_early_board_has_a_text() {
        for &kind in Kind::ALL {
            let mut table = Table::new(kind, &Options::new()).unwrap();
            for _ in 0..12 {
                let Some(seat) = table.to_act().first() else { break };
                let legal = table.legal(seat);
                table.play(seat, &legal[legal.len() / 2]).unwrap();
                for piece in render::scene(&table, Viewer::Public, &[]).pieces {
                    assert!(named(kind, piece.art.name()).is_some(), "{kind}: {:?}", piece.art);
                }
            }
        }
    }

    #[tokio::test]
    async fn listed_moves_are_legal() {
        for (wish, name) in
            [("protozoa", "drone"), ("plankton-synapse", "neatom"), ("semiosphere", "traveller")]
        {
            let world = Fixture::new().await;
            let id = world.begin(wish, &[BOB]).await;
            while wish == "semiosphere" && world.game(id).await.record.len() < 2 {
                world.play_any(id).await;
            }
            let (mover, seat) = world.mover(id).await;
            let game = world.game(id).await;
            let seen = Seen::new(&game, mover);
            let own = seen.own(name);
            assert!(!own.is_empty(), "{wish}");
            let found = seen.moves_of(&own);
            let legal: BTreeSet<String> = game.table.legal(seat).into_iter().collect();
            assert!(!found.moves.is_empty() && found.moves.iter().all(|mv| legal.contains(&mv.notation)));
        }
    }

    /// Returns the listed notations and the marked squares for the player to act after these moves.
    async fn moves_and_marks(wish: &str, typed: &str, moves: &[&str]) -> (Vec<String>, Vec<(Square, Focus)>) {
        let world = Fixture::new().await;
        let id = world.begin(wish, &[BOB]).await;
        for mv in moves {
            let (mover, _) = world.mover(id).await;
            ephemeral(world.service.play_typed(&world.by(mover), (*mv).to_owned()).await);
        }
        let (mover, _) = world.mover(id).await;
        let game = world.game(id).await;
        let seen = Seen::new(&game, mover);
        let pieces = match typed.parse() {
            Ok(square) => seen.on(square).into_iter().collect(),
            Err(_) => seen.own(typed),
        };
        let found = seen.moves_of(&pieces);
        (found.moves.into_iter().map(|offer| offer.notation).collect(), found.focus)
    }

    #[tokio::test]
    async fn moves_without_the_square_are_listed_too() {
        let (offers, focus) = moves_and_marks("semiosphere", "traveller", &["d1", "f1", "d2"]).await;
        assert_eq!(offers, ["c2", "d1", "d3", "drop", "e2"]);
        let marked = |name: &str, what| focus.contains(&(name.parse().unwrap(), what));
        assert!(marked("d2", Focus::Here) && marked("d3", Focus::Goal), "{focus:?}");
    }

    #[tokio::test]
    async fn covered_mark_has_no_moves() {
        let typed = ["d1", "f1", "+d2", "d2"];
        let (offers, focus) = moves_and_marks("semiosphere", "mark", &typed).await;
        assert_eq!((offers, focus), (vec![], vec![("d2".parse().unwrap(), Focus::Here)]));
        assert!(!moves_and_marks("semiosphere", "d2", &typed).await.0.is_empty());
    }

    #[tokio::test]
    async fn large_piece_is_marked_on_all_its_squares() {
        let world = Fixture::new().await;
        let id = world.begin("plankton-synapse", &[BOB]).await;
        let game = world.game(id).await;
        let seen = Seen::new(&game, ANN.into());
        let own = seen.own("tetraphyte");
        assert_eq!(own.len(), 1);
        let found = seen.moves_of(&own);
        let here = found.focus.iter().filter(|(_, focus)| *focus == Focus::Here).map(|&(at, _)| at);
        let all = (0..8).flat_map(|col| (0..8).map(move |row| Square::new(col, row)));
        let filled: BTreeSet<Square> = all.filter(|&at| seen.on(at) == Some(own[0])).collect();
        assert_eq!(filled.len(), 4);
        assert_eq!(here.collect::<BTreeSet<Square>>(), filled);
    }
}
