//! The bot gets the same thing more than once, or too late.

use serde_json::{Value, json};

use crate::{
    chat::{Answer, Channel, Person},
    message::Message,
    table::{best, game_of, newest, says_played},
    world::{World, story},
};

/// Returns how often the bot has noticed a repeated interaction.
fn noticed(world: &World) -> usize {
    world
        .log
        .lines()
        .iter()
        .filter(|line| line.contains("ignored an interaction that was delivered again"))
        .count()
}

/// Waits until the bot has noticed that many.
async fn notices(world: &World, count: usize) {
    let nowhere = world.chat.channel("nowhere").await;
    let enough = async |_: &[Message]| (noticed(world) >= count).then_some(());
    world.chat.wait(&world.watcher, &nowhere, "an interaction to come again", enough).await;
    assert_eq!(noticed(world), count);
}

/// Two people whose every action is delivered twice.
struct Echo<'w> {
    world: &'w World,
    channel: Channel,
    /// The number of their actions so far.
    done: usize,
}

impl Echo<'_> {
    async fn command(&mut self, by: &Person, name: &str, options: Value) -> Message {
        self.world.chat.deliver_twice().await;
        let answer = self.world.chat.command(by, &self.channel, name, options).await;
        self.shown(answer).await
    }

    async fn press(&mut self, by: &Person, message: &Message, label: &str) -> Message {
        self.world.chat.deliver_twice().await;
        let answer = self.world.chat.press(by, message, label).await;
        self.shown(answer).await
    }

    async fn shown(&mut self, answer: Answer) -> Message {
        self.done += 1;
        notices(self.world, self.done).await;
        answer.shown()
    }

    /// Returns how many public messages the channel has.
    async fn messages(&self) -> usize {
        // A post that appears only if no other shows the same comes after a minute.
        self.world.pass(2).await;
        self.world.messages(&self.channel).await.len()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn repeated_interaction_is_handled_once() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut echo = Echo { world, channel: channel.clone(), done: 0 };
        let lobby = echo.command(&ann, "play", json!({ "game": "protozoa", "invite": bob.0 })).await;
        assert_eq!(echo.messages().await, 1, "one lobby");
        echo.press(&bob, &lobby, "Join").await;
        assert_eq!(echo.messages().await, 2, "one notification of the host");
        let started = echo.press(&ann, &lobby, "Start").await;
        assert!(started.content().contains("The game has started"), "{started}");
        assert_eq!(echo.messages().await, 3, "one board");
        let id = game_of(&lobby.button("Join"));

        let mut answers = 0;
        for ply in 1..=3 {
            let game = world.game(id).await;
            let seat = game.table.to_act().first().expect("the game is running");
            let mover = Person(game.person_in(seat).expect("the seat has a player").to_string());
            let notation = best(&game.table, seat);
            let answer = echo.command(&mover, "move", json!({ "move": notation })).await;
            says_played(&answer, &[&notation]);
            answers += usize::from(answer.private());
            assert_eq!(echo.messages().await, 3 + ply);
            let board = world.board(&channel, id, ply).await;
            let next = world.game(id).await.awaited()[0].to_string();
            let pings = world.chat.pings(&Person(next)).await;
            assert_eq!(pings.iter().filter(|ping| *ping == board.id()).count(), 1);
        }
        let answer = echo.command(&ann, "offer draw", json!({})).await;
        answers += usize::from(answer.private());
        assert_eq!(echo.messages().await, 7, "one offer");
        let offer = newest(world, &channel, "offers a draw").await;
        echo.press(&bob, &offer, "Decline").await;
        assert_eq!(echo.messages().await, 8, "one post about the decline");
        let question = echo.command(&ann, "resign", json!({})).await;
        echo.press(&ann, &question, "Resign").await;
        assert_eq!(echo.messages().await, 9, "one last board");
        assert_eq!(world.game(id).await.record.len(), 4);
        let over = world.board(&channel, id, 4).await;
        echo.press(&bob, &over, "Rematch").await;
        assert_eq!(echo.messages().await, 10, "one more lobby");
        // Their private responses: those that were not a board or an offer, and the one to their resignation.
        let mut private = 0;
        for person in [&ann, &bob] {
            private += world.chat.messages(person, &channel).await.iter().filter(|m| m.private()).count();
        }
        assert_eq!(private, answers + 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_repeated_by_a_resume_are_ignored() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let lobby = world.chat.command(&ann, &channel, "play", json!({ "game": "protozoa" })).await.shown();
        // A player who has come back does not leave again because their leaving is repeated.
        for label in ["Join", "Leave", "Join"] {
            world.chat.press(&bob, &lobby, label).await.shown();
        }
        let mut so_far = 4;
        repeat_everything(world, so_far).await;
        world.pass(2).await;
        let now = world.messages(&channel).await;
        let shown = now.iter().find(|message| message.id() == lobby.id()).expect("the lobby");
        assert!(shown.words().contains(&bob.mention()), "{shown}");
        world.chat.press(&ann, &lobby, "Start").await.shown();
        let id = game_of(&lobby.button("Join"));
        let board = world.board(&channel, id, 0).await;
        let game = world.game(id).await;
        let seat = game.table.to_act().first().expect("the game is running");
        let mover = Person(game.person_in(seat).expect("the seat has a player").to_string());
        let panel = world.chat.press(&mover, &board, "Move").await.shown();
        world
            .chat
            .command(&mover, &channel, "move", json!({ "move": best(&game.table, seat) }))
            .await
            .shown();
        world.board(&channel, id, 1).await;
        world.pass(2).await;
        let before =
            (world.messages(&channel).await, world.chat.pings(&ann).await, world.chat.pings(&bob).await);
        so_far += 4 + 3;
        repeat_everything(world, so_far).await;
        world.pass(2).await;
        let after =
            (world.messages(&channel).await, world.chat.pings(&ann).await, world.chat.pings(&bob).await);
        assert_eq!(before, after);
        assert_eq!(world.game(id).await.record.len(), 1);

        // It is the first player's turn again, and a panel opened for the turn before is stale.
        let game = world.game(id).await;
        let seat = game.table.to_act().first().expect("the game is running");
        let next = if mover == ann { &bob } else { &ann };
        world.chat.command(next, &channel, "move", json!({ "move": best(&game.table, seat) })).await.shown();
        world.board(&channel, id, 2).await;
        let way = panel.ways().remove(0);
        let late = world.chat.go(&mover, &panel, &way).await.shown();
        assert!(late.private() && late.content().contains("Press **Move** to see the new board"), "{late}");
        assert_eq!(world.game(id).await.record.len(), 2);
    })
    .await;
}

/// Breaks the connection; the bot resumes, and gets all events again.
async fn repeat_everything(world: &World, interactions: usize) {
    world.chat.post("/gateway/drop", json!({ "resumable": true, "replay": 2000 })).await;
    world.online().await;
    notices(world, interactions).await;
}
