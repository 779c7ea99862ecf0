use engine::{Stop, think};

use super::*;
use crate::{
    content::{LobbyState, Standing},
    fixture::{ANN, BOB, EVE, Fixture, ephemeral, rejection, replaced},
    rejected::{LobbyRejected, Rejected},
};

impl Fixture {
    /// Begins a game in which hints are allowed.
    async fn begin_with_hints(&self, wish: &str) -> GameId {
        let id = self.open(wish, &[]).await;
        let panel = replaced(self.service.set_hints(&self.by(ANN), id, true).await);
        assert!(matches!(panel, Content::OptionsPanel(lobby) if lobby.hints && lobby.casual));
        self.service.join(&self.by(BOB), id).await.unwrap();
        self.service.start(&self.by(ANN), id).await.unwrap();
        id
    }

    async fn ask_hint(&self, by: impl Into<PersonId>, turn: Option<u32>) -> Result<Hint, Error> {
        let task = self.service.hint(&self.by(by), HintWish { game: None, turn }).await?;
        let thought = think(&task.request, &Stop::new());
        match ephemeral(Ok(self.service.hinted(task, &thought))) {
            Content::Hint(hint) => Ok(*hint),
            other => panic!("{other:?}"),
        }
    }

    async fn no_hint(&self, by: impl Into<PersonId>, turn: Option<u32>) -> Rejected {
        match self.ask_hint(by, turn).await {
            Err(Error::Rejected(why)) => why,
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn player_to_move_sees_good_turns() {
    let world = Fixture::new().await;
    let id = world.begin_with_hints("protozoa").await;
    let (person, seat) = world.mover(id).await;
    let hint = world.ask_hint(person, None).await.unwrap();
    assert_eq!((hint.seat, hint.turn, hint.game.id), (seat, None, id));
    assert!((1..=3).contains(&hint.lines.len()), "{hint:?}");
    let game = world.game(id).await;
    for line in &hint.lines {
        assert!(game.table.legal(seat).contains(&line.moves[0].notation));
    }
    assert!(hint.lines.windows(2).all(|pair| pair[0].value >= pair[1].value));
    assert_eq!(game.record.len(), 0, "nothing is played");
    let other = game.people().into_iter().find(|&other| other != person).unwrap();
    assert!(
        matches!(world.no_hint(other, None).await, Rejected::NotYourTurn { .. }),
        "not for another's seat"
    );
    assert!(matches!(world.no_hint(EVE, None).await, Rejected::NotPlaying { .. }));
}

#[tokio::test]
async fn running_game_needs_an_agreement() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (person, _) = world.mover(id).await;
    assert_eq!(world.no_hint(person, None).await, HintRejected::NotAgreed { rated: true }.into());
    world.play_any(id).await;
    world.play_any(id).await;
    world.service.resign(&world.by(ANN), id).await.unwrap();
    let id = world.begin("protozoa goal=12", &[BOB]).await;
    let (person, _) = world.mover(id).await;
    assert_eq!(world.no_hint(person, None).await, HintRejected::NotAgreed { rated: false }.into());
}

/// Begins a game of Ann against these others, some of whom may be machines.
async fn begin_against(world: &Fixture, others: &[u64]) -> GameId {
    let people: Vec<PersonId> = [ANN].iter().chain(others).map(|&person| person.into()).collect();
    let (kind, at) = (rules::Kind::Protozoa, world.service.now());
    let options = rules::Options::new().with("players", people.len() as i64);
    let work = move |tx: &data::Tx<'_>| {
        let new = data::NewGame {
            kind,
            options: options.clone(),
            guild: crate::fixture::GUILD.into(),
            channel: crate::fixture::CHANNEL.into(),
            host: ANN.into(),
            invited: Vec::new(),
            at,
        };
        let id = tx.open_lobby(&new)?;
        tx.start(id, &options, &people, &Table::new(kind, &options).unwrap(), at)?;
        Ok::<_, data::StoreError>(id)
    };
    world.service.store().write(work).await.unwrap()
}

#[tokio::test]
async fn person_alone_with_machines_needs_no_agreement() {
    const MACHINE: u64 = 3_000_000_001;
    let world = Fixture::new().await;
    begin_against(&world, &[MACHINE, MACHINE + 1]).await;
    assert!(!world.ask_hint(ANN, None).await.unwrap().lines.is_empty());
    let world = Fixture::new().await;
    begin_against(&world, &[MACHINE, BOB]).await;
    assert_eq!(world.no_hint(ANN, None).await, HintRejected::NotAgreed { rated: false }.into());
}

#[tokio::test]
async fn hints_stay_on_beside_a_machine() {
    let world = Fixture::new().await;
    let id = world.open("protozoa players=3", &[]).await;
    replaced(world.service.set_hints(&world.by(ANN), id, true).await);
    world.service.join(&world.by(BOB), id).await.unwrap();
    world.service.change_machines(&world.by(ANN), id, crate::service::MachineAct::Fill).await.unwrap();
    world.until_a_person_is_to_move(id).await;
    let (person, _) = world.mover(id).await;
    assert!(!world.ask_hint(person, None).await.unwrap().lines.is_empty());
    world.service.resign(&world.by(ANN), id).await.unwrap();
    world.service.resign(&world.by(BOB), id).await.unwrap();
    let again = world.service.rematch(&world.by(ANN), id).await.unwrap();
    let Content::Lobby(LobbyState::Open(lobby)) = again.content() else { panic!("{again:?}") };
    assert!(lobby.hints, "the rematch has them, too");
}

#[tokio::test]
async fn hints_make_a_lobby_casual_and_pass_to_the_rematch() {
    let world = Fixture::new().await;
    let id = world.begin_with_hints("protozoa").await;
    assert_eq!(world.game(id).await.terms.casual, Some(Casual::Hints));
    world.play_any(id).await;
    world.play_any(id).await;
    world.service.resign(&world.by(ANN), id).await.unwrap();
    let again = world.service.rematch(&world.by(ANN), id).await.unwrap();
    let Content::Lobby(LobbyState::Open(lobby)) = again.content() else { panic!("{again:?}") };
    assert!(lobby.hints && lobby.casual);

    let other = world.service.set_hints(&world.by(BOB), lobby.id, false).await;
    assert!(matches!(rejection(other), Rejected::Lobby(LobbyRejected::OnlyHost { .. })));
    replaced(world.service.set_hints(&world.by(ANN), lobby.id, false).await);
    let lobby = world.lobby(lobby.id).await;
    assert!(!lobby.hints && lobby.casual, "the game stays casual");
}

#[tokio::test]
async fn finished_game_explains_any_turn_to_everybody() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    world.play(id, "p@f4").await;
    assert_eq!(world.no_hint(ANN, Some(0)).await, HintRejected::StillRunning.into());
    world.play(id, "p@a1").await;
    world.service.resign(&world.by(ANN), id).await.unwrap();
    let first = world.ask_hint(EVE, Some(0)).await.unwrap();
    assert_eq!((first.seat, first.turn, first.game.record.len()), (Seat::FIRST, Some(0), 0));
    let second = world.ask_hint(EVE, Some(1)).await.unwrap();
    assert_eq!((second.seat.number(), second.game.record.len()), (2, 1));
    assert!(matches!(world.no_hint(EVE, Some(99)).await, Rejected::Hint(HintRejected::NoSuchTurn { .. })));
    assert_eq!(world.no_hint(EVE, Some(3)).await, HintRejected::NobodyToMove.into());
}

#[tokio::test]
async fn hint_depends_on_nothing_that_is_hidden() {
    let mut hints = Vec::new();
    for hidden in ["w+c1", "f+c1"] {
        let world = Fixture::new().await;
        let id = world.begin_with_hints("stract turns=4").await;
        let game = world.game(id).await;
        let [north, south] = [1, 2].map(|seat| game.person_in(Seat::new(seat).unwrap()).unwrap());
        for (person, order) in [(south, hidden), (north, "e+b6")] {
            world.service.play_typed(&world.by(person), order.to_owned()).await.unwrap();
        }
        let hint = world.ask_hint(north, None).await.unwrap();
        assert_eq!(hint.seat, Seat::FIRST);
        let line = |line: &HintLine| (line.moves[0].notation.clone(), line.value, line.reasons.clone());
        hints.push(hint.lines.iter().map(line).collect::<Vec<_>>());
    }
    assert!(!hints[0].is_empty());
    assert_eq!(hints[0], hints[1], "a water or a fire of South on c1 looks the same to North");
}

#[tokio::test]
async fn winning_move_comes_first() {
    let world = Fixture::new().await;
    let id = world.begin_with_hints("protozoa goal=6 size=6").await;
    world.play(id, "p@e4").await;
    world.play(id, "p@a1").await;
    let (person, _) = world.mover(id).await;
    let hint = world.ask_hint(person, None).await.unwrap();
    assert_eq!(hint.standing(), Some(Standing::ClearlyBetter));
    assert!(hint.lines[0].moves[0].words.contains("wins with"), "{hint:?}");
}

#[tokio::test]
async fn nobody_is_ahead_until_every_seat_has_moved() {
    let world = Fixture::new().await;
    let id = world.begin_with_hints("parasites").await;
    for turns in 0..3 {
        let game = world.game(id).await;
        let (person, seat) = world.mover(id).await;
        let hint = world.ask_hint(person, None).await.unwrap();
        assert_eq!(hint.standing().is_some(), turns == 2, "after {turns} turns: {hint:?}");
        while world.game(id).await.record.len() == game.record.len() || world.mover(id).await.1 == seat {
            world.play_any(id).await;
        }
    }
}

#[tokio::test]
async fn twenty_hints_are_a_days_worth() {
    let world = Fixture::new().await;
    let id = world.begin_with_hints("protozoa").await;
    let (person, _) = world.mover(id).await;
    let wish = HintWish::default();
    for _ in 0..HINTS_A_DAY {
        world.service.hint(&world.by(person), wish).await.unwrap();
    }
    let over = world.service.hint(&world.by(person), wish).await.unwrap_err();
    assert_eq!(rejection(Err::<(), _>(over)), HintRejected::TooMany { most: HINTS_A_DAY }.into());
    assert_eq!(rejection(Err::<(), _>(world.service.no_hint(&world.by(person)))), HintRejected::Busy.into());
    world.service.hint(&world.by(person), wish).await.unwrap();
    world.service.clock().advance(clock::DAY);
    world.service.hint(&world.by(person), wish).await.unwrap();
}
