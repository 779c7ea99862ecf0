//! A season of twelve people: rated games while managers act, people leave, and the bot dies again and again.

use data::{GameId, GameState, StoreError, Tx};
use futures_util::future::join_all;
use rules::{Kind, RESIGN};
use serde_json::json;

use crate::{
    admin::{admin, owner},
    chat::{Channel, Person, text},
    message::Message,
    ratings::check_rebuild,
    table::Match,
    world::{World, story},
};

/// The people and the channels in which they play, one game at a time in each.
struct Season<'w> {
    world: &'w World,
    people: Vec<Person>,
    channels: Vec<Channel>,
}

/// A game that its second player resigns.
struct Duel {
    id: GameId,
    channel: Channel,
    winner: usize,
    loser: usize,
    rated: bool,
}

impl Season<'_> {
    /// Begins a game in which both people move once. Both are numbers of people, and so is the channel.
    async fn begin(&self, channel: usize, (winner, loser): (usize, usize)) -> Duel {
        let channel = self.channels[channel].clone();
        let players = (&self.people[winner], &self.people[loser]);
        let mut game = Match::begin(self.world, &channel, players, Kind::Protozoa, "").await;
        game.play(self.world).await;
        game.play(self.world).await;
        let rated = self.world.game(game.id).await.terms.is_rated();
        Duel { id: game.id, channel, winner, loser, rated }
    }

    /// Begins a game in a channel that has one, so it gets a thread. The bot dies at a failpoint on the way, and starts again.
    async fn begin_in_thread(&self, channel: usize, (winner, loser): (usize, usize), step: &str) -> Duel {
        let (host, guest) = (&self.people[winner], &self.people[loser]);
        self.world.restart_bot_until(step).await;
        let wish = json!({ "game": "protozoa", "invite": guest.0 });
        let begun = self.world.chat.begin_command(host, &self.channels[channel], "play", wish).await;
        begun.expect("the playground takes the command");
        self.world.bot_died().await;
        self.world.start_bot().await;
        let threads = self.threads(channel).await;
        let [thread] = threads.as_slice() else { panic!("{step}: {} threads", threads.len()) };
        let open = async |messages: &[Message]| {
            messages.iter().find(|message| message.buttons().contains(&"Join")).cloned()
        };
        let lobby = self.world.chat.wait(&self.world.watcher, thread, "the lobby in the thread", open).await;
        let mut game = Match::start(self.world, thread, (host, guest), lobby).await;
        game.play(self.world).await;
        game.play(self.world).await;
        Duel { id: game.id, channel: thread.clone(), winner, loser, rated: true }
    }

    /// Returns the threads below a channel.
    async fn threads(&self, channel: usize) -> Vec<Channel> {
        let all = self.world.chat.get("/channels").await;
        let all = all.as_array().expect("a list").iter();
        let below = all.filter(|other| other["parent_id"] == self.channels[channel].0);
        below.map(|thread| Channel(text(&thread["id"]))).collect()
    }

    /// Begins games in all channels at once.
    async fn round(&self, pairs: &[(usize, usize)]) -> Vec<Duel> {
        join_all(pairs.iter().enumerate().map(|(channel, &pair)| self.begin(channel, pair))).await
    }

    /// Asks whether the loser wants to resign. Returns the question.
    async fn ask(&self, duel: &Duel) -> Message {
        let loser = &self.people[duel.loser];
        self.world.chat.command(loser, &duel.channel, "resign", json!({})).await.shown()
    }

    async fn resign(&self, duel: &Duel) {
        let question = self.ask(duel).await;
        self.world.chat.press(&self.people[duel.loser], &question, "Resign").await.shown();
    }

    /// Lets the bot die at a failpoint of the resignation, and start again.
    async fn resign_and_die(&self, duel: &Duel, step: &str) {
        let question = self.ask(duel).await;
        self.world.restart_bot_until(step).await;
        let (loser, yes) = (&self.people[duel.loser], question.button("Resign"));
        let begun = self.world.chat.begin_press(loser, &question, &yes, None).await;
        begun.expect("the playground takes the press");
        self.world.bot_died().await;
        let since = self.world.now();
        self.world.start_bot().await;
        self.world.rest(since).await;
        assert_eq!(self.world.game(duel.id).await.state, GameState::Ended, "{step}: the resignation is lost");
    }

    /// Checks what everybody sees of a finished game.
    async fn check_posts(&self, duel: &Duel) {
        let game = self.world.game(duel.id).await;
        let resigned = game.record.iter().filter(|entry| entry.notation == RESIGN).count();
        assert_eq!((game.state, resigned), (GameState::Ended, 1), "game {}", duel.id);
        let messages = self.world.messages(&duel.channel).await;
        let wins = format!("{} wins", self.people[duel.winner].mention());
        let rematch = format!("v1:{}:rematch", duel.id);
        let shows = |message: &&Message| {
            message.has_picture()
                && message.content().contains(&wins)
                && message.buttons().contains(&"Rematch")
                && message.button("Rematch") == rematch
        };
        assert_eq!(messages.iter().filter(shows).count(), 1, "game {}: {messages:?}", duel.id);
    }

    /// Returns how many notifications of a person contain these words.
    async fn notified(&self, person: usize, words: &str) -> usize {
        let notices = self.world.chat.notifications(&self.people[person]).await;
        notices.iter().filter(|notice| notice.text.contains(words)).count()
    }

    /// Checks that each person was notified once of each game that the opponent ended, and that no message notified twice.
    async fn check_notifications(&self, person: usize, duels: &[Duel]) {
        let won = duels.iter().filter(|duel| duel.winner == person).count();
        assert_eq!(self.notified(person, "The game is over").await, won, "person {person}");
        let mut pings = self.world.chat.pings(&self.people[person]).await;
        let all = pings.len();
        pings.sort();
        pings.dedup();
        assert_eq!(pings.len(), all, "person {person} was notified twice by a message");
    }

    async fn read<T: Send + 'static>(
        &self,
        work: impl Fn(&Tx<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> T {
        let store = self.world.store().await;
        store.read(work).await.expect("it can be read")
    }

    /// Returns how many rated games a person's rating rests on.
    async fn rated_games(&self, person: usize) -> u32 {
        let id: u64 = self.people[person].0.parse().expect("an id");
        let standings = self.read(move |tx| tx.ratings().standings_of(id.into())).await;
        standings.iter().map(|(_, standing)| standing.games).sum()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn season_of_twelve_loses_and_doubles_nothing() {
    story(async |world| {
        let (owner, office) = (owner(world).await, world.channel("office").await);
        let mut season = Season { world, people: Vec::new(), channels: Vec::new() };
        for name in ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo"] {
            season.people.push(world.person(name).await);
        }
        for _ in 0..6 {
            season.channels.push(world.channel("games").await);
        }
        let [blocked, opted_out, deleted] = [11, 9, 7];

        let mut duels =
            season.round(&[(0, 1), (2, 3), (4, 5), (6, deleted), (8, opted_out), (10, blocked)]).await;
        join_all(duels.iter().map(|duel| season.resign(duel))).await;
        world.all_public_is_delivered().await;

        let panel =
            world.chat.command(&season.people[opted_out], &office, "privacy show", json!({})).await.shown();
        world.chat.choose(&season.people[opted_out], &panel, "off").await.shown();
        let second =
            season.round(&[(0, 2), (1, 3), (4, 6), (5, deleted), (8, opted_out), (10, blocked)]).await;
        assert!(second.iter().all(|duel| duel.rated == (duel.loser != opted_out)));

        // A manager acts while these games run.
        let wish = json!({ "game": duels[0].id.to_string(), "reason": "the wrong person played" });
        let voided = admin(world, &owner, &office, "void", wish.clone()).await;
        assert!(voided.content().contains("no longer counts"), "{voided}");
        admin(world, &owner, &office, "void", wish).await;
        let wish = json!({ "user": season.people[blocked].0, "reason": "spam" });
        admin(world, &owner, &office, "block", wish).await;
        let play = json!({ "game": "protozoa" });
        let refused = world.chat.command(&season.people[blocked], &office, "play", play).await.shown();
        assert!(refused.private() && refused.content().contains("spam"), "{refused}");

        // One player deletes everything, which ends their game. The bot dies at the end of the other games.
        let leaver = &season.people[deleted];
        let question = world.chat.command(leaver, &office, "privacy delete", json!({})).await.shown();
        world.chat.press(leaver, &question, "Delete now (resigns 1 game)").await.shown();
        let ended = second.iter().filter(|duel| duel.loser != deleted);
        for (duel, step) in ended.zip(["committed:1", "pending:1", "sending:1", "sent:1", "noted:1"]) {
            season.resign_and_die(duel, step).await;
        }
        duels.extend(second);

        // Channels with a game get threads for further ones. The bot dies while it opens them.
        let third = season.round(&[(0, 3), (1, 4), (2, 5), (6, 10)]).await;
        world.all_public_is_delivered().await;
        let mut in_threads = Vec::new();
        for (channel, pair, step) in [(0, (2, 8), "committed:1"), (1, (5, 6), "sent:1")] {
            in_threads.push(season.begin_in_thread(channel, pair, step).await);
            world.all_public_is_delivered().await;
        }
        for (duel, step) in third.iter().zip(["leased:1", "drawn:1", "answered:1", "sent:2"]) {
            season.resign_and_die(duel, step).await;
        }
        for duel in &in_threads {
            season.resign(duel).await;
        }
        duels.extend(third.into_iter().chain(in_threads));

        world.restart_bot().await;
        for channel in [0, 1] {
            assert_eq!(season.threads(channel).await.len(), 1, "channel {channel}");
        }
        for duel in &duels {
            season.check_posts(duel).await;
            let messages = world.messages(&duel.channel).await;
            let lobbies = messages.iter().filter(|message| message.content().contains("has started")).count();
            assert_eq!(lobbies, duels.iter().filter(|other| other.channel == duel.channel).count());
        }
        for person in 0..season.people.len() {
            season.check_notifications(person, &duels).await;
            let notices = usize::from(person < 2);
            assert_eq!(season.notified(person, "the wrong person played").await, notices, "person {person}");
            let counts = |duel: &&Duel| {
                duel.rated && (duel.winner == person || duel.loser == person) && duel.id != duels[0].id
            };
            let rated = if person == deleted { 0 } else { duels.iter().filter(counts).count() };
            assert_eq!(season.rated_games(person).await as usize, rated, "person {person}");
        }

        let since = json!({ "since": "season" });
        let board = world.chat.command(&season.people[1], &office, "leaderboard", since).await.shown();
        assert!(board.words().contains(&format!("**1.** {}", season.people[2].mention())), "{board}");
        assert!(!board.words().contains("former"), "{board}");

        let ledger = season.read(|tx| tx.ratings().ledger(0, 100)).await;
        let mut results: Vec<GameId> =
            ledger.iter().filter(|row| row.voids.is_none()).map(|row| row.game).collect();
        results.sort();
        let mut games: Vec<GameId> = duels.iter().map(|duel| duel.id).collect();
        games.sort();
        assert_eq!(results, games, "each game has one result");
        assert_eq!(ledger.len(), games.len() + 1, "and one of them is voided");
        check_rebuild(world).await;
        let (well, printed) = world.tool(&["verify"]).await;
        assert!(well, "{printed}");
    })
    .await;
}
