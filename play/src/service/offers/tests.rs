use data::{GameState, OutboxKind};
use rules::{ABORTED, RESIGN, SeatSet};

use super::*;
use crate::{
    fixture::{ANN, BOB, CID, EVE, Fixture, ephemeral, rejection, replaced, shown_offer},
    game::offers::fate,
    rejected::{OfferRejected, Rejected},
};

/// Makes an offer for a player, and returns it.
async fn offered(world: &Fixture, id: GameId, person: u64, kind: OfferKind) -> Offer {
    ephemeral(world.service.offer(&world.by(person), kind).await);
    let open = world.open_offers(id).await;
    open.into_iter().find(|offer| offer.kind == kind).expect("the offer is open")
}

async fn refused(world: &Fixture, person: u64, kind: OfferKind) -> Rejected {
    rejection(world.service.offer(&world.by(person), kind).await)
}

fn refused_before(kind: OfferKind) -> Rejected {
    OfferRejected::RefusedBefore { kind }.into()
}

/// Votes for a player, and returns the offer as the response shows it.
async fn say(world: &Fixture, person: u64, offer: &Offer, vote: Vote) -> Offer {
    shown_offer(replaced(world.service.vote(&world.by(person), offer.id, vote).await))
}

fn voters(offer: &Offer, vote: Vote) -> Vec<PersonId> {
    offer.voters(vote).collect()
}

/// Returns the outcome as groups of people with the reason.
async fn outcome(world: &Fixture, id: GameId) -> Option<(Vec<Vec<u64>>, &'static str)> {
    let game = world.game(id).await;
    let outcome = game.table.outcome()?;
    let people = |group: &SeatSet| {
        let mut people: Vec<u64> = game.people_in(*group).into_iter().map(PersonId::get).collect();
        people.sort_unstable();
        people
    };
    Some((outcome.ranking.groups().iter().map(people).collect(), outcome.reason))
}

/// Lets every player make a quiet move.
async fn round(world: &Fixture, id: GameId) {
    let seats = world.game(id).await.players.len();
    for _ in 0..seats {
        world.play_any(id).await;
    }
}

async fn mover(world: &Fixture, id: GameId) -> u64 {
    world.mover(id).await.0.get()
}

#[tokio::test]
async fn draw_is_agreed_on() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    world.outbox().await;
    let offer = offered(&world, id, ANN, OfferKind::Draw).await;
    assert_eq!(world.outbox().await, [OutboxKind::Offer]);
    assert_eq!(voters_missing(&world.game(id).await, &offer), [BOB.into()]);

    let press = async |person| world.service.vote(&world.by(person), offer.id, Vote::Accept).await;
    let kind = OfferKind::Draw;
    assert_eq!(rejection(press(ANN).await), OfferRejected::OwnOffer { kind }.into());
    assert!(matches!(rejection(press(EVE).await), Rejected::NotPlaying { .. }));
    let still_open = OfferRejected::StillOpen { kind, voters: vec![BOB.into()] };
    assert_eq!(refused(&world, ANN, kind).await, still_open.into());
    assert!(matches!(refused(&world, EVE, kind).await, Rejected::NotPlaying { .. }));

    let agreed = say(&world, BOB, &offer, Vote::Accept).await;
    assert_eq!((agreed.kind, agreed.ending), (kind, Some(Ending::Accepted)));
    assert_eq!(outcome(&world, id).await, Some((vec![vec![ANN, BOB]], "agreed")));
    assert_eq!(world.game(id).await.state, GameState::Ended);
    let kinds = world.outbox().await;
    assert!(kinds.contains(&OutboxKind::Board) && kinds.contains(&OutboxKind::Offer), "{kinds:?}");
    assert_eq!(say(&world, BOB, &offer, Vote::Decline).await, agreed, "a closed offer does not change");
}

#[tokio::test]
async fn draw_of_three_needs_all_who_still_play() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID, 4]).await;
    world.service.resign(&world.by(4), id).await.unwrap();
    let offer = offered(&world, id, ANN, OfferKind::Draw).await;
    let no_vote = world.service.vote(&world.by(4), offer.id, Vote::Decline).await;
    assert!(matches!(rejection(no_vote), Rejected::NoLongerPlaying { .. }));
    assert!(matches!(refused(&world, 4, OfferKind::Draw).await, Rejected::NoLongerPlaying { .. }));

    let open = say(&world, BOB, &offer, Vote::Accept).await;
    let missing = voters_missing(&world.game(id).await, &open);
    assert_eq!(missing, [CID.into()], "only players who have not voted");
    assert_eq!((open.ending, voters(&open, Vote::Accept)), (None, vec![BOB.into()]));
    assert_eq!(outcome(&world, id).await, None);
    say(&world, CID, &offer, Vote::Accept).await;
    assert_eq!(outcome(&world, id).await, Some((vec![vec![ANN, BOB, CID], vec![4]], "agreed")));
}

#[tokio::test]
async fn one_no_ends_an_offer_and_notifies_its_maker() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    let offer = offered(&world, id, ANN, OfferKind::Draw).await;
    say(&world, BOB, &offer, Vote::Accept).await;
    world.outbox().await;
    let declined = say(&world, CID, &offer, Vote::Decline).await;
    assert_eq!((declined.ending, declined.person), (Some(Ending::Declined), ANN.into()));
    assert_eq!(voters(&declined, Vote::Decline), [CID.into()]);
    assert_eq!(
        world.outbox().await,
        [OutboxKind::Offer, OutboxKind::Offer],
        "the post, and a notification to Ann"
    );

    // Ann does not ask again before her next move; others may.
    assert_eq!(refused(&world, ANN, OfferKind::Draw).await, refused_before(OfferKind::Draw));
    let others = offered(&world, id, BOB, OfferKind::Draw).await;
    replaced(world.service.withdraw_offer(&world.by(BOB), others.id).await);
    while mover(&world, id).await != ANN {
        world.play_any(id).await;
    }
    assert_eq!(refused(&world, ANN, OfferKind::Draw).await, refused_before(OfferKind::Draw));
    world.play_any(id).await;
    offered(&world, id, ANN, OfferKind::Draw).await;
}

#[tokio::test]
async fn move_without_a_vote_declines_a_draw() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    let first = mover(&world, id).await;
    let offer = offered(&world, id, first, OfferKind::Draw).await;
    world.play_any(id).await;
    assert_eq!(world.ending(&offer).await, None, "its maker may move");
    let second = mover(&world, id).await;
    say(&world, second, &offer, Vote::Accept).await;
    world.play_any(id).await;
    assert_eq!(world.ending(&offer).await, None, "a voter may move");
    let third = mover(&world, id).await;
    world.outbox().await;
    world.play_any(id).await;
    assert_eq!(world.ending(&offer).await, Some(Ending::Declined));
    assert!(world.outbox().await.contains(&OutboxKind::Offer), "the post shows it");
    let declined = say(&world, third, &offer, Vote::Accept).await;
    assert_eq!(voters(&declined, Vote::Decline), [third.into()]);
    assert_eq!(outcome(&world, id).await, None);
}

#[tokio::test]
async fn secret_orders_close_an_offer_at_turn_end() {
    let world = Fixture::new().await;
    let id = world.begin("stract", &[BOB]).await;
    let offer = offered(&world, id, ANN, OfferKind::Draw).await;
    ephemeral(world.service.play_typed(&world.by(BOB), "pass".to_owned()).await);
    assert_eq!(world.ending(&offer).await, None);
    ephemeral(world.service.play_typed(&world.by(ANN), "pass".to_owned()).await);
    assert_eq!(world.ending(&offer).await, Some(Ending::Lapsed));
    assert!(offered(&world, id, ANN, OfferKind::Draw).await.id != offer.id, "the offer can be made again");
}

#[tokio::test]
async fn offering_the_same_accepts_it() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let made = offered(&world, id, ANN, OfferKind::Draw).await;
    let response = ephemeral(world.service.offer(&world.by(BOB), OfferKind::Draw).await);
    let Content::Accepted { offer, missing, .. } = &response else { panic!("{response:?}") };
    assert_eq!((offer.id, offer.ending), (made.id, Some(Ending::Accepted)));
    assert_eq!(*missing, []);
    assert_eq!(outcome(&world, id).await, Some((vec![vec![ANN, BOB]], "agreed")));
}

#[tokio::test]
async fn repeated_interaction_is_one_offer_or_vote() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    let by = world.by(ANN);
    let make = async || {
        let response = ephemeral(world.service.offer(&by, OfferKind::Draw).await);
        let Content::Offered { kind, voters } = response else { panic!("{response:?}") };
        (kind, voters)
    };
    let made = make().await;
    assert_eq!((made.0, made.1.len()), (OfferKind::Draw, 2));
    assert_eq!(make().await, made);
    let [offer] = world.open_offers(id).await.try_into().unwrap();
    let by = Caller { pressed: Some(55.into()), ..world.by(BOB) };
    let accept = async || shown_offer(replaced(world.service.vote(&by, offer.id, Vote::Accept).await));
    let shown = accept().await;
    assert_eq!(accept().await, shown);
    let [offer] = world.open_offers(id).await.try_into().unwrap();
    assert_eq!(offer.votes, [(BOB.into(), Vote::Accept)]);
    assert_eq!(offer.message, Some(55.into()), "the press reveals the message");
    let unknown = world.service.vote(&world.by(BOB), 77.into(), Vote::Accept).await;
    assert_eq!(rejection(unknown), Rejected::UnknownButton);
}

#[tokio::test]
async fn only_its_maker_withdraws_an_offer() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let offer = offered(&world, id, ANN, OfferKind::Draw).await;
    let by_bob = world.service.withdraw_offer(&world.by(BOB), offer.id).await;
    assert_eq!(rejection(by_bob), OfferRejected::NotYourOffer.into());
    let withdrawn = shown_offer(replaced(world.service.withdraw_offer(&world.by(ANN), offer.id).await));
    assert_eq!(withdrawn.ending, Some(Ending::Withdrawn));
    assert_eq!(say(&world, BOB, &offer, Vote::Accept).await, withdrawn);
    assert_eq!(outcome(&world, id).await, None);
    assert_eq!(refused(&world, ANN, OfferKind::Draw).await, refused_before(OfferKind::Draw));
}

#[tokio::test]
async fn resignation_or_end_lapses_open_offers() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    round(&world, id).await;
    let mut open = Vec::new();
    for kind in [OfferKind::Draw, OfferKind::Abort, OfferKind::TakeBack] {
        open.push(offered(&world, id, ANN, kind).await);
    }
    world.service.resign(&world.by(CID), id).await.unwrap();
    for offer in &open {
        assert_eq!(world.ending(offer).await, Some(Ending::Lapsed), "{:?}", offer.kind);
    }
    let offer = offered(&world, id, ANN, OfferKind::Draw).await;
    world.service.resign(&world.by(BOB), id).await.unwrap();
    assert_eq!(say(&world, BOB, &offer, Vote::Accept).await.ending, Some(Ending::Lapsed));
    assert_eq!(outcome(&world, id).await.unwrap().1, rules::RESIGNED);
}

// Taking back

/// Returns the moves that are in effect.
async fn moves(world: &Fixture, id: GameId) -> Vec<String> {
    let game = world.game(id).await;
    in_effect(&game.record).into_iter().map(|entry| entry.notation.clone()).collect()
}

#[tokio::test]
async fn turn_is_taken_back_with_its_replies() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    let first = mover(&world, id).await;
    let nothing = refused(&world, first, OfferKind::TakeBack).await;
    assert_eq!(nothing, OfferRejected::NothingToTakeBack.into());
    round(&world, id).await;
    let before = moves(&world, id).await;
    let position = world.game(id).await.table.game().position();
    for _ in 0..2 {
        world.play_any(id).await;
    }
    let offer = offered(&world, id, first, OfferKind::TakeBack).await;
    assert_eq!((offer.ply, moves(&world, id).await.len()), (3, 5), "it undoes both moves");
    let others = [ANN, BOB, CID].into_iter().filter(|&person| person != first);
    for person in others {
        say(&world, person, &offer, Vote::Accept).await;
    }
    assert_eq!(moves(&world, id).await, before);
    assert_eq!(world.game(id).await.table.game().position(), position);
    assert_eq!(mover(&world, id).await, first);
    assert!(world.outbox().await.contains(&OutboxKind::Board));

    // The turn before is now the last one in effect.
    let offer = offered(&world, id, first, OfferKind::TakeBack).await;
    assert_eq!(offer.ply, 0);
}

#[tokio::test]
async fn turn_of_several_moves_is_taken_back_whole() {
    let world = Fixture::new().await;
    let id = world.begin("semiosphere columns=4 rows=5", &[BOB]).await;
    round(&world, id).await;
    world.play(id, "+a3 +b3").await;
    let first = mover(&world, id).await;
    let offer = offered(&world, id, first, OfferKind::TakeBack).await;
    assert_eq!(offer.ply, 2, "the current turn counts, too");
    world.play(id, "end").await;
    assert_eq!(world.ending(&offer).await, Some(Ending::Lapsed), "the maker's own move closes it");
    let offer = offered(&world, id, first, OfferKind::TakeBack).await;
    assert_eq!(offer.ply, 2);
    let (_, second) = world.mover(id).await;
    let legal = world.game(id).await.table.legal(second);
    world.play(id, &legal[0]).await;
    assert_eq!(world.ending(&offer).await, Some(Ending::Declined), "by a move of who is asked");
    assert_eq!(refused(&world, first, OfferKind::TakeBack).await, refused_before(OfferKind::TakeBack));
}

#[tokio::test]
async fn take_back_never_brings_a_player_back() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    let first = mover(&world, id).await;
    world.play_any(id).await;
    let second = mover(&world, id).await;
    world.service.resign(&world.by(second), id).await.unwrap();
    assert_eq!(refused(&world, first, OfferKind::TakeBack).await, OfferRejected::LeftSince.into());
    assert!(moves(&world, id).await.contains(&RESIGN.to_owned()));

    let world = Fixture::new().await;
    world.begin("stract", &[BOB]).await;
    assert_eq!(refused(&world, ANN, OfferKind::TakeBack).await, OfferRejected::NoTakingBack.into());
}

// Calling off

#[tokio::test]
async fn any_player_aborts_before_all_have_moved() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    let question = ephemeral(world.service.offer(&world.by(ANN), OfferKind::Abort).await);
    assert!(matches!(question, Content::AskAbort(_)), "{question:?}");
    assert_eq!(outcome(&world, id).await, None, "asking is not doing");
    let stranger = rejection(world.service.abort(&world.by(EVE), id).await);
    assert!(matches!(stranger, Rejected::NotPlaying { .. }), "{stranger:?}");
    let by = world.by(ANN);
    for _ in 0..2 {
        let response = replaced(world.service.abort(&by, id).await);
        assert!(matches!(response, Content::CalledOff), "{response:?}");
    }
    assert_eq!(outcome(&world, id).await, Some((Vec::new(), "aborted")));
    assert_eq!(world.game(id).await.state, GameState::Cancelled);
    assert!(world.outbox().await.contains(&OutboxKind::Board));
    let over = rejection(world.service.abort(&world.by(BOB), id).await);
    assert!(
        matches!(&over, Rejected::GameOver { ended: Some(ended), .. } if ended.outcome.reason == ABORTED),
        "{over:?}"
    );
    let board = ephemeral(world.service.board(&world.by(BOB)).await);
    let Content::Board { game, .. } = &board else { panic!("{board:?}") };
    assert_eq!((game.id, game.state), (id, GameState::Cancelled));
    world.begin("protozoa", &[BOB]).await;
}

#[tokio::test]
async fn abort_needs_all_once_all_have_moved() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    ephemeral(world.service.offer(&world.by(ANN), OfferKind::Abort).await);
    world.play_any(id).await;
    let late = rejection(world.service.abort(&world.by(ANN), id).await);
    assert_eq!(late, OfferRejected::EverybodyMoved.into());
    let offer = offered(&world, id, ANN, OfferKind::Abort).await;
    world.play_any(id).await;
    assert_eq!(world.ending(&offer).await, None, "moves do not close it");
    say(&world, BOB, &offer, Vote::Accept).await;
    say(&world, CID, &offer, Vote::Accept).await;
    assert_eq!(outcome(&world, id).await, Some((Vec::new(), "aborted")));
}

#[tokio::test]
async fn secret_orders_allow_abort_in_the_first_turn() {
    let world = Fixture::new().await;
    let id = world.begin("stract", &[BOB]).await;
    for person in [ANN, BOB] {
        let question = ephemeral(world.service.offer(&world.by(ANN), OfferKind::Abort).await);
        assert!(matches!(question, Content::AskAbort(_)), "{question:?}");
        ephemeral(world.service.play_typed(&world.by(person), "pass".to_owned()).await);
    }
    offered(&world, id, ANN, OfferKind::Abort).await;
}

#[tokio::test]
async fn agreed_pause_lasts_until_a_player_resumes() {
    const HOUR: i64 = 60;
    let world = Fixture::new().await;
    let id = world.begin("protozoa | 10h/turn hard", &[BOB, CID]).await;
    let offer = offered(&world, id, ANN, OfferKind::Pause).await;
    say(&world, BOB, &offer, Vote::Accept).await;
    assert_eq!(world.game(id).await.clocks.paused, None, "Cid has not agreed");
    let resume = async |person| world.service.resume_here(&world.by(person)).await;
    assert_eq!(rejection(resume(ANN).await), OfferRejected::NotPaused.into());
    let agreed = say(&world, CID, &offer, Vote::Accept).await;
    assert_eq!((agreed.kind, agreed.ending), (OfferKind::Pause, Some(Ending::Accepted)));
    let board = ephemeral(world.service.own_view(&world.by(BOB), id).await);
    let Content::Board { game, .. } = &board else { panic!("{board:?}") };
    assert!(game.clocks.paused.is_some());
    assert_eq!(refused(&world, BOB, OfferKind::Pause).await, OfferRejected::AlreadyPaused.into());

    world.pass(100 * HOUR).await;
    world.play_any(id).await;
    assert!(world.game(id).await.clocks.paused.is_some(), "a move does not end it");
    assert!(matches!(rejection(resume(EVE).await), Rejected::NotPlaying { .. }));
    world.outbox().await;
    let by = world.by(BOB);
    for _ in 0..2 {
        let response = ephemeral(world.service.resume(&by, id).await);
        assert!(matches!(response, Content::Resumed), "{response:?}");
    }
    assert!(world.outbox().await.contains(&OutboxKind::Offer), "the others are notified");
    let agreed = world.service.store().read(move |tx| tx.last_agreed(id, OfferKind::Pause)).await.unwrap();
    assert_eq!(voters(&agreed.unwrap(), Vote::Resume), [BOB.into()]);
    assert_eq!(world.game(id).await.clocks.paused, None);
    assert_eq!(rejection(resume(BOB).await), OfferRejected::NotPaused.into());
    world.pass(9 * HOUR).await;
    assert!(world.game(id).await.table.left().is_empty());
    world.pass(2 * HOUR).await;
    assert_eq!(world.game(id).await.table.left().len(), 1, "the clock has run out");
}

#[tokio::test]
async fn game_without_a_clock_cannot_be_paused() {
    let world = Fixture::new().await;
    world.begin("protozoa | none", &[BOB]).await;
    assert_eq!(refused(&world, ANN, OfferKind::Pause).await, OfferRejected::NoClocks.into());
    let not_paused = rejection(world.service.resume_here(&world.by(BOB)).await);
    assert_eq!(not_paused, OfferRejected::NotPaused.into());
}

/// Seats 1 and 2 have their queens, the others have lost theirs.
const TWO_ARE_OUT: &str = "9,Q2/10/10/4,B1,5/10/10/10/10/10/Q1,9 4 1 2 - 0 4/3";

#[tokio::test]
async fn eliminated_voters_leave_no_stuck_offer() {
    let world = Fixture::new().await;
    let id = world.begin("parasites", &[BOB, CID, 4]).await;
    let people: Vec<u64> = world.game(id).await.players.iter().map(|player| player.person.get()).collect();
    let (first, second) = (people[0], people[1]);
    round(&world, id).await;
    let abort = offered(&world, id, people[2], OfferKind::Abort).await;
    say(&world, second, &abort, Vote::Accept).await;
    let pause = offered(&world, id, first, OfferKind::Pause).await;
    let answered = offered(&world, id, second, OfferKind::Draw).await;
    say(&world, first, &answered, Vote::Accept).await;
    let at = world.service.now();
    let offers = [abort.id, pause.id, answered.id];
    let put_out = move |tx: &Tx<'_>| -> Result<_, Error> {
        let mut game = tx.open(id)?;
        game.table = rules::Table::from(rules::Kind::Parasites.read(TWO_ARE_OUT).unwrap());
        let found = offers.map(|id| tx.offer(id).unwrap().unwrap());
        let fates: Result<Vec<_>, _> = found.iter().map(|offer| fate(tx, &game, offer, &[], at)).collect();
        let fates = fates?;
        let carried = answer(tx, &mut game, &found[0], (first.into(), Vote::Accept), at)?;
        Ok((fates, carried.ending, game.table.outcome().map(|outcome| outcome.reason)))
    };
    let (fates, carried, ended) = world.service.store().write(put_out).await.unwrap();
    // The remaining players can still vote on the second offer.
    assert_eq!(fates, [Some(Ending::Lapsed), None, Some(Ending::Lapsed)]);
    // An older offer that is still open, like the first one, can also be answered.
    assert_eq!((carried, ended), (Some(Ending::Accepted), Some(rules::ABORTED)));
}

#[tokio::test]
async fn repeated_vote_after_the_end_is_no_mistake() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    offered(&world, id, ANN, OfferKind::Draw).await;
    let by = world.by(BOB);
    ephemeral(world.service.offer(&by, OfferKind::Draw).await);
    assert_eq!(world.game(id).await.state, GameState::Ended);
    ephemeral(world.service.offer(&by, OfferKind::Draw).await);
}
