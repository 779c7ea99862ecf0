//! `/info`: pieces and their moves.

use data::{Game, PersonId};
use messages::{
    info,
    view::{Card, MOST_CHOICES, Post},
};
use play::{
    Error, Response,
    fixture::{ANN, BOB, EVE, Fixture, ephemeral, rejection},
    rejected::LookRejected,
    service::viewer,
};
use render::State;
use rules::{Kind, grid::Square};

use crate::world::writer;

/// Lets a person ask about a piece.
async fn info(world: &Fixture, person: impl Into<PersonId>, typed: &str) -> Result<Response<Post>, Error> {
    let at = world.service.channel_game(&world.by(person)).await?;
    writer(world).piece(&at, typed).await
}

async fn ask(world: &Fixture, person: impl Into<PersonId>, typed: &str) -> Card {
    ephemeral(info(world, person, typed).await).card.unwrap()
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
        assert_eq!(rejection(info(&world, EVE, typed).await), unknown.into());
    }
    let square = rejection(info(&world, EVE, "e3").await);
    assert_eq!(square, LookRejected::NoBoardHere.into());
}

#[tokio::test]
async fn every_completion_finds_its_piece() {
    let world = Fixture::new().await;
    let complete = async |typed: &str| {
        let at = world.service.channel_game(&world.by(EVE)).await.unwrap();
        info::complete(at.kind, typed)
    };
    assert_eq!(complete("").await.len(), MOST_CHOICES);
    for &kind in Kind::ALL {
        let offered = complete(&format!("({}", kind.title())).await;
        assert_eq!(offered.len(), kind.about().pieces.len(), "{kind}");
        for choice in offered {
            let title = ask(&world, EVE, &choice.value.to_lowercase()).await.title;
            assert!(title.ends_with(&format!(" · {}", kind.title())), "{}: {title}", choice.value);
        }
    }
    world.open("protozoa", &[]).await;
    let names: Vec<String> = complete("").await.into_iter().map(|choice| choice.value).collect();
    assert_eq!(names, ["pawn (Protozoa)", "drone (Protozoa)", "queen (Protozoa)"]);
}

/// Returns the square of a player's first piece with this name.
fn square_of(game: &Game, person: PersonId, name: &str) -> Square {
    let own = game.seats_of(person);
    let pieces = render::scene(&game.table, viewer(game, person), &[]).pieces;
    let is_meant = |piece: &&render::Piece| {
        let standing = !matches!(piece.state, State::Ghost | State::Planned);
        standing && own.contains(piece.owner.seat) && piece.art.name() == name
    };
    pieces.iter().find(is_meant).unwrap().on
}

/// The mover asks about a piece of each game. The picture marks its moves for them alone.
#[tokio::test]
async fn moves_of_a_piece_are_listed_and_marked() {
    for (wish, name) in [("protozoa", "drone"), ("plankton-synapse", "neatom"), ("semiosphere", "traveller")]
    {
        let world = Fixture::new().await;
        let id = world.begin(wish, &[BOB]).await;
        while wish == "semiosphere" && world.game(id).await.record.len() < 2 {
            world.play_any(id).await;
        }
        let (mover, _) = world.mover(id).await;
        let game = world.game(id).await;
        let square = square_of(&game, mover, name).to_string();
        let by_square = ask(&world, mover, &square).await;
        assert!(by_square.title.to_lowercase().starts_with(name), "{}", by_square.title);
        assert!(by_square.picture.is_some() && by_square.body.contains("**Now**"), "{}", by_square.body);
        let plain = writer(&world).board(&game, viewer(&game, mover), 0, None).await.unwrap();
        let plain = plain.card.unwrap().picture.unwrap();
        assert_ne!(by_square.picture.unwrap().png, plain.png, "the picture shows the marks");

        let other = if mover == ANN.into() { BOB } else { ANN };
        for person in [other, EVE] {
            let card = ask(&world, person, &square).await;
            assert!(card.body.contains("It's not your turn, so you can't move it now."), "{}", card.body);
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
        assert_eq!(rejection(info(&world, ANN, square).await), empty.into());
    }
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
    let early = rejection(info(&world, enemy.person, &square).await);
    let empty = LookRejected::EmptySquare { square: square.clone() };
    assert_eq!(early, empty.into(), "an order shows nothing");
    ephemeral(service.play_typed(&world.by(enemy.person), "pass".to_owned()).await);
    let by_enemy = ephemeral(info(&world, enemy.person, &square).await);
    let by_eve = ephemeral(info(&world, EVE, &square).await);
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
