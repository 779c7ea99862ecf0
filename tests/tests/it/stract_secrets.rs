//! Two games of Stract that differ only in hidden facts look the same to everybody who may not know them.

use rules::{Kind, Seat};
use serde_json::json;

use crate::{
    chat::{Person, text},
    message::{Message, timeless, without_ids},
    table::Match,
    world::{World, story},
};

/// The first seat's orders in a turn: perhaps some early orders, and the final one.
type Orders = [&'static [&'static str]; 2];

/// A piece appears on c6 and goes to c5; its element is hidden.
const WATER: Orders = [&["w+c6"], &["c6-c5"]];
/// The same with another element, and a change of mind in every turn.
const FIRE: Orders = [&["e+b6", "f+c6"], &["c6-b6", "pass", "c6-c5"]];
/// The other seat's orders, in both games.
const OTHERS: [&str; 2] = ["e+a1", "w+e1"];

#[tokio::test(flavor = "multi_thread")]
async fn hidden_orders_make_no_visible_difference() {
    let (mut water, mut fire) = (Seen::default(), Seen::default());
    story(async |world| water = seen(world, WATER).await).await;
    story(async |world| fire = seen(world, FIRE).await).await;
    assert_ne!(water.own, fire.own, "the players with the secrets see different games");
    assert_eq!(water.hidden.len(), fire.hidden.len());
    for (one, other) in water.hidden.iter().zip(&fire.hidden) {
        match (one, other) {
            (Shown::Words(one), Shown::Words(other)) => assert_eq!(one, other),
            (one, other) => assert!(one == other, "a picture differs"),
        }
    }
}

/// Everything that people saw of a game, with names in place of ids.
#[derive(Default)]
struct Seen {
    /// Everything that the other side and a spectator saw.
    hidden: Vec<Shown>,
    /// The last picture of the player with the secrets.
    own: Vec<u8>,
}

async fn seen(world: &World, orders: Orders) -> Seen {
    let channel = world.channel("games").await;
    let people = [world.person("Player").await, world.person("Player").await];
    let options = "turns=3 preset=correspondence";
    let game = Match::begin_with(world, &channel, &people, Kind::Stract, options).await;
    let (north, south) = (Seat::FIRST, Seat::new(2).expect("a seat"));
    let (north, south) = (game.person(north).clone(), game.person(south).clone());
    let mut board = game.first.clone();
    let (mut all, mut ply) = (Vec::new(), 0);
    for (orders, answer) in orders.into_iter().zip(OTHERS) {
        for (index, order) in orders.iter().enumerate() {
            ordered(world, &game, &north, order).await;
            ply += 1;
            if index == 0 {
                board = world.board(&channel, game.id, ply).await;
            }
        }
        for person in [&south, &world.watcher] {
            look(world, &game, &board, person, &mut all).await;
        }
        ordered(world, &game, &south, answer).await;
        ply += 1;
        board = world.board(&channel, game.id, ply).await;
        for person in [&south, &world.watcher] {
            look(world, &game, &board, person, &mut all).await;
        }
    }
    let names = [
        (world.url.clone(), "<playground>"),
        (north.0.clone(), "<north>"),
        (south.0.clone(), "<south>"),
        (world.watcher.0.clone(), "<watcher>"),
        (channel.0.clone(), "<channel>"),
    ];
    let own = world.chat.press(&north, &board, "My view").await.shown();
    Seen {
        hidden: all.into_iter().map(|shown| shown.named(&names)).collect(),
        own: picture(world, &own).await,
    }
}

async fn ordered(world: &World, game: &Match, by: &Person, order: &str) {
    let receipt = world.chat.command(by, &game.channel, "move", json!({ "move": order })).await.shown();
    assert!(receipt.private() && receipt.content().contains(&format!("`{order}`")), "{receipt}");
}

async fn picture(world: &World, message: &Message) -> Vec<u8> {
    let picture = message.picture().unwrap_or_else(|| panic!("no picture on:\n{message}"));
    world.chat.download(&text(&picture["url"])).await
}

/// A text or a picture that was shown.
#[derive(PartialEq)]
enum Shown {
    Words(String),
    Picture(Vec<u8>),
}

impl Shown {
    fn named(self, names: &[(String, &str)]) -> Shown {
        match self {
            Shown::Picture(_) => self,
            Shown::Words(mut words) => {
                for (id, name) in names {
                    words = words.replace(id, name);
                }
                Shown::Words(without_ids(&words))
            }
        }
    }
}

/// Makes a person try everything that may reveal something, then records all they see.
async fn look(world: &World, game: &Match, board: &Message, by: &Person, all: &mut Vec<Shown>) {
    let chat = &world.chat;
    for button in ["Move", "My view", "Rules"] {
        chat.press(by, board, button).await.shown();
    }
    chat.command(by, &game.channel, "board", json!({})).await.shown();
    for typed in ["c6-c5", "c5-c4", "b6=c6", "w+c6", "nonsense"] {
        let refused = chat.command(by, &game.channel, "move", json!({ "move": typed })).await.shown();
        assert!(refused.private() && !refused.content().contains('✅'), "{refused}");
    }
    for typed in ["", "c", "c6", "e+", "piece"] {
        let offered = chat.suggestions(by, &game.channel, "move", "move", json!({ "move": typed })).await;
        all.push(Shown::Words(format!("{typed}: {offered:?}")));
    }
    all.push(Shown::Words(format!("{} pings", chat.pings(by).await.len())));
    let messages = chat.messages(by, &game.channel).await;
    let begun = messages.iter().position(|message| message.id() == game.first.id()).expect("a first board");
    for message in &messages[begun..] {
        let mut shown = message.0.clone();
        timeless(&mut shown);
        all.push(Shown::Words(shown.to_string()));
        if message.has_picture() {
            all.push(Shown::Picture(picture(world, message).await));
        }
    }
}
