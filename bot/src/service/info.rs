//! Explains a piece, and shows its moves on the board.

use data::Game;
use render::{Piece, Scene, State};
use rules::{Focus, Kind, LegalMove, PieceInfo, SeatSet, Viewer, grid::Square};

use super::{
    core::{Caller, Service},
    lookup::{running_in, viewer},
};
use crate::{
    error::Error,
    posts,
    rejected::LookRejected,
    setup,
    view::{Choice, MOST_CHOICES, Response},
};

/// The marks and moves for some pieces on a board.
#[derive(Default)]
struct Found {
    focus: Vec<(Square, Focus)>,
    offers: Vec<LegalMove>,
}

impl Service {
    /// Explains a piece by its name, which may end with `(game)`, or the piece on a square of the channel's board. If the
    /// caller has such a piece on the board, shows its moves, too. Uses only what the caller may see.
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no such piece.
    pub async fn info(&self, caller: &Caller, typed: &str) -> Result<Response, Error> {
        let channel = caller.channel;
        let (kind, game) = self
            .store
            .read(move |tx| Ok::<_, Error>((tx.kind_in(channel)?, running_in(tx, channel)?)))
            .await?;
        let typed = typed.trim().to_lowercase();
        let seen = game.as_ref().map(|game| Seen::new(game, caller));
        if let Ok(square) = typed.parse::<Square>() {
            let Some(seen) = seen else { return Err(Error::rejected(LookRejected::NoBoardHere)) };
            let empty = || Error::rejected(LookRejected::EmptySquare { square: typed.clone() });
            let piece = seen.on(square).ok_or_else(empty)?;
            let kind = seen.game.table.kind();
            let info = named(kind, piece.art.name()).ok_or_else(empty)?;
            return self.explained(kind, info, Some((&seen, seen.moves_of(&[piece])))).await;
        }
        let unknown = || Error::rejected(LookRejected::UnknownPiece { typed: typed.clone() });
        let (kind, info) = find(kind, &typed).ok_or_else(unknown)?;
        let seen = seen.filter(|seen| seen.game.table.kind() == kind);
        let found = seen.as_ref().map(|seen| (seen, seen.moves_of(&seen.own(info.name))));
        self.explained(kind, info, found.filter(|(_, found)| !found.focus.is_empty())).await
    }

    async fn explained(
        &self,
        kind: Kind,
        info: &PieceInfo,
        found: Option<(&Seen<'_>, Found)>,
    ) -> Result<Response, Error> {
        let Some((seen, found)) = found else {
            return Ok(Response::Ephemeral(posts::piece(kind, info, None)));
        };
        let picture = self.pictures.focused(seen.game, seen.to, &found.focus).await?;
        Ok(Response::Ephemeral(posts::piece(kind, info, Some((&found.offers, picture)))))
    }

    /// Returns names of pieces that contain the typed text, of the channel's game or of all games.
    pub async fn complete_piece(&self, caller: &Caller, typed: &str) -> Result<Vec<Choice>, Error> {
        let channel = caller.channel;
        let kind = self.store.read(move |tx| Ok::<_, Error>(tx.kind_in(channel)?)).await?;
        let kinds: Vec<Kind> = kind.map_or_else(|| Kind::ALL.to_vec(), |kind| vec![kind]);
        let typed = typed.trim().to_lowercase();
        let names = kinds.into_iter().flat_map(|kind| {
            let infos = kind.about().pieces.iter();
            infos.map(move |info| format!("{} ({})", info.name, kind.title()))
        });
        let fitting = names.filter(|name| name.to_lowercase().contains(&typed)).take(MOST_CHOICES);
        Ok(fitting.map(|name| Choice { label: name.clone(), value: name, hint: String::new() }).collect())
    }
}

/// A running game as the caller sees it.
struct Seen<'g> {
    game: &'g Game,
    to: Viewer,
    /// The seats of the caller.
    seats: SeatSet,
    /// The caller's seats and those that win with them.
    side: SeatSet,
    scene: Scene,
}

impl<'g> Seen<'g> {
    fn new(game: &'g Game, caller: &Caller) -> Seen<'g> {
        let to = viewer(game, caller.person);
        let seats = game.seats_of(caller.person);
        let with_caller = |side: &SeatSet| side.iter().any(|seat| seats.contains(seat));
        let sides = game.table.game().sides();
        let side = sides.into_iter().filter(with_caller).fold(SeatSet::EMPTY, SeatSet::union);
        Seen { game, to, seats, side, scene: render::scene(&game.table, to, &[]) }
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
                if found.offers.iter().all(|known| known.notation != offer.notation) {
                    found.offers.push(offer.clone());
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
        Some((name, game)) => (name.trim(), setup::find_game(game.trim_end_matches(')'))),
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

    use super::*;
    use crate::{
        fixture::{ANN, BOB, EVE, Fixture, ephemeral, rejection},
        view::{Card, Post},
    };

    async fn ask(world: &Fixture, person: impl Into<data::PersonId>, typed: &str) -> Card {
        ephemeral(world.service.info(&world.by(person), typed).await).card.unwrap()
    }

    #[tokio::test]
    async fn pieces_are_explained_without_a_game() {
        let world = Fixture::new().await;
        for (typed, title) in [
            (" Queen (Parasites) ", "Queen · Parasites"),
            ("queen (protozoa)", "Queen · Protozoa"),
            ("zoorb", "Zoorb · Plankton Synapse"),
            ("unknown piece", "Unknown piece · Stract"),
        ] {
            let card = ask(&world, EVE, typed).await;
            assert_eq!(card.title, title);
            assert!(card.picture.is_none());
        }
        for typed in ["", "rook", "queen (Stract)", "`@everyone`"] {
            let unknown = LookRejected::UnknownPiece { typed: typed.to_lowercase() };
            assert_eq!(rejection(world.service.info(&world.by(EVE), typed).await), unknown.into());
        }
        let square = rejection(world.service.info(&world.by(EVE), "e3").await);
        assert_eq!(square, LookRejected::NoBoardHere.into());
    }

    #[tokio::test]
    async fn every_completion_finds_its_piece() {
        let world = Fixture::new().await;
        let complete = async |typed: &str| world.service.complete_piece(&world.by(EVE), typed).await.unwrap();
        assert_eq!(complete("").await.len(), MOST_CHOICES);
        for &kind in Kind::ALL {
            let offered = complete(&format!("({}", kind.title())).await;
            assert_eq!(offered.len(), kind.about().pieces.len(), "{kind}");
            for choice in offered {
                assert_eq!(find(None, &choice.value.to_lowercase()).map(|(found, _)| found), Some(kind));
            }
        }
        world.open("protozoa", &[]).await;
        let names: Vec<String> = complete("").await.into_iter().map(|choice| choice.value).collect();
        assert_eq!(names, ["pawn (Protozoa)", "drone (Protozoa)", "queen (Protozoa)"]);
    }

    #[tokio::test]
    async fn every_shape_on_an_early_board_has_a_text() {
        for &kind in Kind::ALL {
            let mut table = rules::Table::new(kind, &rules::Options::new()).unwrap();
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

    /// The mover asks about a piece of each game. The shown and marked moves are legal moves of that piece.
    #[tokio::test]
    async fn moves_of_a_piece_are_listed_and_marked() {
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
            let seen = Seen::new(&game, &world.by(mover));
            let own = seen.own(name);
            assert!(!own.is_empty(), "{wish}");
            let found = seen.moves_of(&own);
            let legal: BTreeSet<String> = game.table.legal(seat).into_iter().collect();
            assert!(!found.offers.is_empty() && found.offers.iter().all(|mv| legal.contains(&mv.notation)));
            let square = own[0].on.to_string();
            let by_square = ask(&world, mover, &square).await;
            assert!(by_square.title.to_lowercase().starts_with(name), "{}", by_square.title);
            assert!(by_square.picture.is_some() && by_square.body.contains("**Now**"), "{}", by_square.body);
            let plain = world.service.pictures.board(&game, seen.to).await.unwrap();
            assert_ne!(by_square.picture.unwrap().png, plain.png, "the picture shows the marks");

            let other = if mover == ANN.into() { BOB } else { ANN };
            for person in [other, EVE] {
                let card = ask(&world, person, &square).await;
                assert!(card.body.contains("It has no legal move for you right now."), "{}", card.body);
            }
            assert!(
                ask(&world, EVE, name).await.picture.is_none(),
                "without such a piece there is only the text"
            );
        }
        let world = Fixture::new().await;
        world.begin("protozoa", &[BOB]).await;
        for square in ["a1", "z40"] {
            let empty = LookRejected::EmptySquare { square: square.to_owned() };
            assert_eq!(rejection(world.service.info(&world.by(ANN), square).await), empty.into());
        }
    }

    /// Returns the listed notations and the marked squares for the player to act after these moves.
    async fn told(wish: &str, typed: &str, moves: &[&str]) -> (Vec<String>, Vec<(Square, Focus)>) {
        let world = Fixture::new().await;
        let id = world.begin(wish, &[BOB]).await;
        for mv in moves {
            let (mover, _) = world.mover(id).await;
            ephemeral(world.service.play_typed(&world.by(mover), (*mv).to_owned()).await);
        }
        let (mover, _) = world.mover(id).await;
        let game = world.game(id).await;
        let seen = Seen::new(&game, &world.by(mover));
        let pieces = match typed.parse() {
            Ok(square) => seen.on(square).into_iter().collect(),
            Err(_) => seen.own(typed),
        };
        let found = seen.moves_of(&pieces);
        (found.offers.into_iter().map(|offer| offer.notation).collect(), found.focus)
    }

    #[tokio::test]
    async fn moves_without_the_square_are_listed_too() {
        let (offers, focus) = told("semiosphere", "traveller", &["d1", "f1", "d2"]).await;
        assert_eq!(offers, ["c2", "d1", "d3", "drop", "e2"]);
        let marked = |name: &str, what| focus.contains(&(name.parse().unwrap(), what));
        assert!(marked("d2", Focus::Here) && marked("d3", Focus::Goal), "{focus:?}");
    }

    #[tokio::test]
    async fn covered_mark_has_no_moves() {
        let typed = ["d1", "f1", "+d2", "d2"];
        let (offers, focus) = told("semiosphere", "mark", &typed).await;
        assert_eq!((offers, focus), (vec![], vec![("d2".parse().unwrap(), Focus::Here)]));
        assert!(!told("semiosphere", "d2", &typed).await.0.is_empty());
    }

    #[tokio::test]
    async fn large_piece_is_marked_on_all_its_squares() {
        let world = Fixture::new().await;
        let id = world.begin("plankton-synapse", &[BOB]).await;
        let game = world.game(id).await;
        let seen = Seen::new(&game, &world.by(ANN));
        let own = seen.own("tetraphyte");
        assert_eq!(own.len(), 1);
        let found = seen.moves_of(&own);
        let here = found.focus.iter().filter(|(_, focus)| *focus == Focus::Here).map(|&(at, _)| at);
        let all = (0..8).flat_map(|col| (0..8).map(move |row| Square::new(col, row)));
        let filled: BTreeSet<Square> = all.filter(|&at| seen.on(at) == Some(own[0])).collect();
        assert_eq!(filled.len(), 4);
        assert_eq!(here.collect::<BTreeSet<Square>>(), filled);
    }

    /// Returns what the enemy and a spectator see of a piece spawned as `element`, and what its owner sees.
    async fn told_of_a_spawn(element: char) -> (Post, Post, String) {
        let world = Fixture::new().await;
        let id = world.begin("stract", &[BOB]).await;
        let game = world.game(id).await;
        let (owner, enemy) = (game.players[0], game.players[1]);
        let legal = game.table.legal(owner.seat);
        let order = legal.iter().find(|order| order.starts_with(element)).unwrap().clone();
        let square = order[2..].to_owned();
        let service = &world.service;
        ephemeral(service.play_typed(&world.by(owner.person), order).await);
        let early = rejection(service.info(&world.by(enemy.person), &square).await);
        let empty = LookRejected::EmptySquare { square: square.clone() };
        assert_eq!(early, empty.into(), "an order shows nothing");
        ephemeral(service.play_typed(&world.by(enemy.person), "pass".to_owned()).await);
        let by_enemy = ephemeral(service.info(&world.by(enemy.person), &square).await);
        let by_eve = ephemeral(service.info(&world.by(EVE), &square).await);
        (by_enemy, by_eve, ask(&world, owner.person, &square).await.title)
    }

    #[tokio::test]
    async fn hidden_piece_is_known_to_its_team_only() {
        let (water, fire) = (told_of_a_spawn('w').await, told_of_a_spawn('f').await);
        assert_eq!((water.2.as_str(), fire.2.as_str()), ("Water · Stract", "Fire · Stract"));
        for (one, other) in [(&water.0, &fire.0), (&water.1, &fire.1)] {
            assert_eq!(one.card.as_ref().unwrap().title, "Unknown piece · Stract");
            assert!(one == other, "the same words and the same picture");
        }
    }
}
