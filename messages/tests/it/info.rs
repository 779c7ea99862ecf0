//! `/info`: pieces and their moves.

use std::collections::BTreeSet;

use play::fixture::{ANN, BOB, EVE, Fixture, ephemeral, rejection};

use super::*;
use crate::view::{Card, Post};

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
    for (wish, name) in [("protozoa", "drone"), ("plankton-synapse", "neatom"), ("semiosphere", "traveller")]
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
        assert!(!found.moves.is_empty() && found.moves.iter().all(|mv| legal.contains(&mv.notation)));
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
    (found.moves.into_iter().map(|offer| offer.notation).collect(), found.focus)
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
