//! Looks up what callers want to see: the board, their games, and the rules.

use data::{BoardLook, Game, GameId, GameState, StoreError, Tx};
use rules::Kind;

use super::{
    core::{Caller, Service},
    export::game_to_look_at,
    lookup::{at_table, no_game_here, viewer},
    rated_end::rated_end,
    suspension::{Offers, post_again},
};
use crate::{
    catalogue,
    content::{Content, LobbyState, NextGame, RatedEnd, Response},
    error::Error,
    game::{offers::voters_missing, turn::last_turn_begins},
    rejected::Rejected,
};

impl Service {
    /// Returns the board of the channel's game as the caller may see it. In a channel with a lobby it returns the lobby, which
    /// can be joined from there as well.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the channel has neither.
    pub async fn board(&self, caller: &Caller) -> Result<Response, Error> {
        let caller = *caller;
        let found = self
            .store
            .read(move |tx| match tx.game_in(caller.channel)? {
                Some((id, GameState::Lobby)) => Ok(Err(tx.lobby(id)?)),
                Some((id, _)) => Ok(Ok(open(tx, id)?)),
                None => match tx.last_game_in(caller.channel)? {
                    Some(id) => Ok(Ok(open(tx, id)?)),
                    None => Err(no_game_here(tx, &caller)?),
                },
            })
            .await?;
        match found {
            Err(lobby) => {
                self.look_for_lobby(&lobby).await;
                Ok(Response::Ephemeral(Content::Lobby(LobbyState::Open(self.with_paces(lobby).await))))
            }
            Ok((game, rated)) => {
                if at_table(&game, caller.person).is_ok() {
                    self.look_after_posts(&game).await;
                }
                Ok(ephemeral_board(&caller, game, rated))
            }
        }
    }

    /// Queues the posts of a running game that are missing. Failures are only logged, since the caller still gets the board.
    async fn look_after_posts(&self, game: &Game) {
        let (id, at) = (game.id, self.now());
        if game.state != GameState::Running {
            return;
        }
        if let Err(error) = self.act(move |tx| Ok(post_again(tx, id, Offers::All, at)?)).await {
            tracing::warn!(game = %id, "requeuing the game's posts failed: {error:#}");
        }
    }

    /// Returns the board of a game as the caller may see it.
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no such game.
    pub async fn own_view(&self, caller: &Caller, game: GameId) -> Result<Response, Error> {
        let (game, rated) = self.store.read(move |tx| Ok::<_, Error>(open(tx, game)?)).await?;
        Ok(ephemeral_board(caller, game, rated))
    }

    /// Returns everything else that the caller can do with a game.
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no such game.
    pub async fn more(&self, caller: &Caller, game: GameId) -> Result<Response, Error> {
        let person = caller.person;
        let game = self.store.read(move |tx| Ok::<_, Error>(tx.open(game)?)).await?;
        let at_table = game.state == GameState::Running && at_table(&game, person).is_ok();
        let to = viewer(&game, person);
        Ok(Response::Ephemeral(Content::More { game: Box::new(game), to, at_table }))
    }

    /// Turns the boards that only the caller sees, and returns the board of a game as they may see it.
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no such game.
    pub async fn flip(&self, caller: &Caller, game: GameId) -> Result<Response, Error> {
        let of = *caller;
        self.store
            .write(move |tx| -> Result<_, Error> {
                let look = tx.look(of.person)?;
                tx.set_look(of.person, BoardLook { flip: !look.flip, ..look })?;
                let (game, rated) = open(tx, game)?;
                Ok(ephemeral_board(&of, game, rated))
            })
            .await
    }

    /// Returns the board of a game in letters, as the caller may see it.
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no such game.
    pub async fn text_board(&self, caller: &Caller, game: GameId) -> Result<Response, Error> {
        let game = self.store.read(move |tx| Ok::<_, Error>(tx.open(game)?)).await?;
        Ok(Response::Ephemeral(in_letters(caller, game)))
    }

    /// Returns the board of the channel's game in letters, as the caller may see it.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the channel has no game.
    pub async fn text_board_here(&self, caller: &Caller) -> Result<Response, Error> {
        let of = *caller;
        let game = self.store.read(move |tx| Ok::<_, Error>(tx.open(game_to_look_at(tx, &of)?)?)).await?;
        Ok(Response::Ephemeral(in_letters(caller, game)))
    }

    /// Returns the caller's games and invitations on all servers. Those that wait for the caller come first.
    pub async fn games(&self, caller: &Caller) -> Result<Response, Error> {
        let person = caller.person;
        let games = self.store.read(move |tx| Ok::<_, Error>(tx.games_of(person, voters_missing)?)).await?;
        Ok(Response::Ephemeral(Content::Games { person, games }))
    }

    /// Returns the game in which the caller has the least time left, of those in other channels that wait for them. Games with
    /// machines only come last.
    pub async fn next_game(&self, caller: &Caller) -> Result<Option<NextGame>, Error> {
        let (person, here) = (caller.person, caller.channel);
        let mut games =
            self.store.read(move |tx| Ok::<_, Error>(tx.awaiting(person, voters_missing)?)).await?;
        games.retain(|game| game.channel != here);
        let next = games
            .iter()
            .min_by_key(|game| (game.against_machines, game.deadline.is_none(), game.deadline, game.id));
        Ok(next.map(|game| NextGame {
            waiting: games.len(),
            guild: game.guild,
            channel: game.channel,
            message: game.message,
        }))
    }

    /// Returns the rules of a game: the named one, the channel's, or an overview of all.
    ///
    /// # Errors
    /// [`Error::Rejected`] if no game has this name.
    pub async fn rules(&self, caller: &Caller, named: Option<String>) -> Result<Response, Error> {
        let channel = caller.channel;
        let kind = match named {
            Some(typed) => {
                let kind = catalogue::find_game(&typed);
                Some(kind.ok_or_else(|| Error::rejected(Rejected::UnknownKind { typed }))?)
            }
            None => self.store.read(move |tx| Ok::<_, Error>(tx.kind_in(channel)?)).await?,
        };
        Ok(Response::Ephemeral(match kind {
            Some(kind) => self.page_of_rules(caller, kind, 0).await?,
            None => Content::AllGames,
        }))
    }

    /// Turns to a page of a game's rules.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn rules_page(&self, caller: &Caller, kind: Kind, page: u8) -> Result<Response, Error> {
        Ok(Response::Update(self.page_of_rules(caller, kind, page).await?))
    }

    async fn page_of_rules(&self, caller: &Caller, kind: Kind, page: u8) -> Result<Content, Error> {
        let channel = caller.channel;
        let here = self.store.read(move |tx| Ok::<_, Error>(tx.options_in(channel, kind)?)).await?;
        Ok(Content::Rules { kind, page, here })
    }
}

/// Opens a game, with the ratings after it if it is over.
fn open(tx: &Tx<'_>, id: GameId) -> Result<(Game, Option<RatedEnd>), StoreError> {
    let game = tx.open(id)?;
    let rated = rated_end(tx, &game)?;
    Ok((game, rated))
}

fn in_letters(caller: &Caller, game: Game) -> Content {
    Content::TextBoard { to: viewer(&game, caller.person), game: Box::new(game) }
}

fn ephemeral_board(caller: &Caller, game: Game, rated: Option<RatedEnd>) -> Response {
    let (to, since) = (viewer(&game, caller.person), last_turn_begins(&game.table, &game.record));
    Response::Ephemeral(Content::Board { game: Box::new(game), to, since, rated })
}

#[cfg(test)]
mod tests {
    use data::{Awaiting, Listed, OfferKind, OutboxKind, PersonId, Question, StoreError, Vote};

    use super::*;
    use crate::{
        fixture::{ANN, BOB, CHANNEL, CID, EVE, Fixture, ephemeral},
        service::Changes,
    };

    async fn listed(world: &Fixture, person: PersonId) -> Listed {
        let both = move |tx: &data::Tx<'_>| {
            Ok((tx.games_of(person, voters_missing)?, tx.awaiting(person, voters_missing)?))
        };
        let read: Result<(Vec<Listed>, Vec<Awaiting>), StoreError> = world.service.store().read(both).await;
        let (listed, mut awaiting) = read.unwrap();
        awaiting.sort_by_key(|game| game.id);
        let waits = listed.iter().filter(|game| game.waits && !game.suspended);
        let mut wanted: Vec<_> = waits
            .map(|game| Awaiting {
                id: game.id,
                guild: game.guild,
                channel: game.channel,
                message: game.message,
                deadline: game.deadline,
                against_machines: game.against_machines,
            })
            .collect();
        wanted.sort_by_key(|game| game.id);
        assert_eq!(awaiting, wanted);
        listed.into_iter().next().unwrap()
    }

    /// Returns a person's list as `/games` shows it.
    async fn shown(world: &Fixture, person: impl Into<PersonId>) -> Vec<Listed> {
        let caller = world.by(person);
        match ephemeral(world.service.games(&caller).await) {
            Content::Games { person, games } if person == caller.person => games,
            other => panic!("no list: {other:?}"),
        }
    }

    /// Returns the players whose list shows the open offer of this kind as a question.
    async fn asked_players(world: &Fixture, id: GameId, kind: OfferKind) -> Vec<u64> {
        let open = world.open_offers(id).await;
        let offer = open.into_iter().find(|offer| offer.kind == kind).unwrap();
        let mut asked_players = Vec::new();
        for person in [ANN, BOB, CID] {
            let questions = listed(world, person.into()).await.questions;
            let question = questions.iter().find(|question| question.kind == kind);
            assert!(question.is_none_or(|question| question.person == offer.person));
            asked_players.extend(question.map(|_| person));
        }
        asked_players
    }

    #[tokio::test]
    async fn next_game_is_the_one_with_least_time_elsewhere() {
        let world = Fixture::new().await;
        let next = async || world.service.next_game(&world.by(ANN)).await.unwrap();
        assert_eq!(next().await, None);
        let id = world.begin("protozoa", &[BOB]).await;
        assert_eq!(next().await, None, "the game of this channel is not the next one");
        let mover = world.mover(id).await.0;
        let elsewhere = Caller { channel: 101.into(), ..world.by(mover) };
        let next = world.service.next_game(&elsewhere).await.unwrap().unwrap();
        assert_eq!((next.waiting, next.channel), (1, CHANNEL.into()));
        let other = if mover == PersonId::from(ANN) { BOB } else { ANN };
        let elsewhere = Caller { person: other.into(), ..elsewhere };
        assert_eq!(world.service.next_game(&elsewhere).await.unwrap(), None, "it waits for the other player");
    }

    async fn say(world: &Fixture, person: u64, id: GameId, vote: Vote) {
        let open = world.open_offers(id).await;
        world.service.vote(&world.by(person), open[0].id, vote).await.unwrap();
    }

    #[tokio::test]
    async fn offer_is_listed_to_missing_voters() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa | none", &[BOB, CID]).await;
        let (mover, _) = world.mover(id).await;
        let waiting = [ANN, BOB, CID].into_iter().find(|&person| mover != person.into()).unwrap();
        assert!(!listed(&world, waiting.into()).await.waits);
        world.service.offer(&world.by(ANN), OfferKind::Draw).await.unwrap();
        assert_eq!(asked_players(&world, id, OfferKind::Draw).await, [BOB, CID]);
        for person in [BOB, CID].map(PersonId::from) {
            let list = listed(&world, person).await;
            assert_eq!(shown(&world, person).await, std::slice::from_ref(&list));
            assert!(list.waits && list.to_move == (person == mover), "{list:?}");
            let draw = Question { kind: OfferKind::Draw, person: ANN.into(), message: None };
            assert_eq!(list.questions, [draw]);
        }
        let offers = world.open_offers(id).await;
        let offer = offers[0].id;
        world.service.store().write(move |tx| tx.set_offer_message(offer, 8.into())).await.unwrap();
        let list = shown(&world, BOB).await.remove(0);
        assert_eq!((list.questions[0].message, list.channel), (Some(8.into()), 100.into()));

        say(&world, BOB, id, Vote::Accept).await;
        assert_eq!(asked_players(&world, id, OfferKind::Draw).await, [CID]);
        assert_eq!(shown(&world, ANN).await[0].questions, [], "it is their own offer");
        assert_eq!(shown(&world, EVE).await, []);
    }

    #[tokio::test]
    async fn player_who_left_is_asked_nothing() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa | none", &[BOB, CID]).await;
        world.service.resign(&world.by(CID), id).await.unwrap();
        world.service.offer(&world.by(ANN), OfferKind::Draw).await.unwrap();
        assert_eq!(asked_players(&world, id, OfferKind::Draw).await, [BOB]);
        assert!(!listed(&world, CID.into()).await.waits);
        world.service.channel_gone(100.into()).await.unwrap();
        for person in [ANN, BOB, CID] {
            let list = listed(&world, person.into()).await;
            assert!(!list.waits && list.questions.is_empty(), "players can do nothing in it: {list:?}");
        }
    }

    #[tokio::test]
    async fn list_shows_who_is_late_and_who_chooses() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa | 10m/turn soft", &[BOB, CID]).await;
        let (late, _) = world.mover(id).await;
        let list = shown(&world, late).await.remove(0);
        assert!(list.to_move && !list.overdue && list.deadline.is_some(), "{list:?}");
        world.pass(11).await;
        let choosers: Vec<u64> =
            [ANN, BOB, CID].into_iter().filter(|&person| late != person.into()).collect();
        assert_eq!(asked_players(&world, id, OfferKind::Overdue).await, choosers);
        let list = shown(&world, late).await.remove(0);
        assert!(list.to_move && list.overdue, "{list:?}");
        for &person in &choosers {
            let list = shown(&world, person).await.remove(0);
            let questions: Vec<_> = list
                .questions
                .iter()
                .map(|asked_players| (asked_players.kind, asked_players.person))
                .collect();
            assert_eq!((questions, list.overdue), (vec![(OfferKind::Overdue, late)], false));
        }
        say(&world, choosers[0], id, Vote::Claim).await;
        assert_eq!(asked_players(&world, id, OfferKind::Overdue).await, choosers[1..]);
    }

    #[tokio::test]
    async fn paused_game_is_listed_as_paused() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa | 10m/turn soft", &[BOB]).await;
        world.service.offer(&world.by(ANN), OfferKind::Pause).await.unwrap();
        say(&world, BOB, id, Vote::Accept).await;
        for person in [ANN, BOB] {
            let list = shown(&world, person).await.remove(0);
            assert_eq!((list.paused, list.deadline), (true, None));
        }
    }

    #[tokio::test]
    async fn missing_vote_makes_a_digest() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa | none", &[BOB]).await;
        let (mover, _) = world.mover(id).await;
        let other = if mover == ANN.into() { BOB } else { ANN };
        let changes = Changes { digest: Some("08:00".to_owned()), ..Changes::default() };
        world.service.settings(&world.by(other), changes).await.unwrap();
        world.pass(24 * 60).await;
        assert!(!world.outbox().await.contains(&OutboxKind::Digest), "no game waits for them");
        world.service.offer(&world.by(mover), OfferKind::Draw).await.unwrap();
        world.pass(24 * 60).await;
        assert!(world.outbox().await.contains(&OutboxKind::Digest));
    }
}
