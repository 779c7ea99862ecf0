//! Words about what happens to a game besides moves: offers, pauses, and what came of them.

use data::{Ending, Offer, OfferKind, Vote};

use super::*;
use crate::game::overdue::{choices, choosers, late};

/// Said to somebody who presses on their own offer.
pub const OWN_OFFER: &str = "That is your own offer: the others answer it. **Withdraw** takes it back.";
/// Said to somebody who would choose what happens to a late player, and is one.
pub const OWN_TIME_UP: &str = "Your own time is up, so that is for the others to say. You can still move.";
/// Said to somebody who withdraws what somebody else has offered.
pub const NOT_YOUR_OFFER: &str =
    "Only the person who made this offer can withdraw it. **Decline** says no to it.";
/// Said to who asks again for what was refused.
pub const REFUSED_ALREADY: &str = "You have asked for that already, and it was declined or withdrawn. After your next move you can ask again.";
/// Said where moves cannot be taken back.
pub const NO_TAKING_BACK: &str = "In this game all order at once, so nothing can be taken back: what a turn has shown cannot \
be hidden again. Until the turn ends you can simply give another order.";
/// Said to somebody who has nothing to take back.
pub const NOTHING_TO_TAKE_BACK: &str = "You have made no move yet, so there is nothing to take back.";
/// Said where somebody has left since.
pub const LEFT_SINCE: &str = "Somebody has left the game since your last move, so it cannot be taken back: that would bring them back.";
/// Said where a pause is asked for and no clock is there to stand.
pub const NO_CLOCKS: &str =
    "This game has no clock, so there is nothing to pause: everybody takes the time they need.";
/// Said where a pause is on already.
pub const PAUSED_ALREADY: &str = "The game is paused already. `/offer resume` goes on with it.";
/// Said where there is no pause to end.
pub const NOT_PAUSED: &str = "The game is not paused.";
/// Said to who has ended a pause.
pub const RESUMED: &str = "The clocks run again.";
/// Said to who has called a game off.
pub const CALLED_OFF: &str = "You have called the game off.";
/// Said to who would call a game off that all have moved in since.
pub const MOVED_BY_NOW: &str = "Everybody has moved by now, so you cannot call the game off alone any more. `/offer abort` asks the others.";

/// Said to who goes on with a game.
pub const RESUMED_HERE: &str = "The game goes on in this channel.";
/// Said where a game cannot be gone on with.
pub const CHANNEL_HAS_A_GAME: &str =
    "This channel has a game or lobby already. Go on in another one, or in a thread.";

/// Said to who would go on with a game that was not put aside.
#[must_use]
pub fn nothing_suspended(suspended: &[Listed]) -> String {
    if suspended.is_empty() {
        return "You have no game on this server whose channel is gone. `/games` lists where yours are played.".to_owned();
    }
    let names = suspended.iter().map(|listed| format!("{} (**{}**)", listed.id, listed.kind.title()));
    format!("Which one? These games have lost their channel: {}.", cut(&listed(names.collect()), 1500))
}

/// Said to who has asked for a substitute.
pub const SEAT_OPENED: &str = "I ask who takes over. Until somebody does, the seat plays on as before.";
/// Said where a seat is open already.
pub const SEAT_IS_OPEN: &str = "That seat is open already: see the post with **Take over** in this channel.";
/// Said to a seat that is not there.
pub const NO_SUCH_SEAT: &str = "Nobody plays such a seat here. Start typing, and the list shows the seats.";
/// Said to who would take over a seat and knows another one from within.
pub const HAD_A_SEAT: &str = "You have or had a seat in this game, so somebody else has to take this one over: nobody is to know two sides of it.";
/// Said where it could not be found out whether somebody is on the server.
pub const CANNOT_TELL: &str =
    "Discord does not tell me right now whether that player is still here. Try again in a minute.";

/// Said to who would open the seat of somebody who is there.
#[must_use]
pub fn still_here(person: PersonId) -> String {
    let who = mention(person);
    format!("{who} is still on this server, so only {who} can hand the seat over.")
}

/// Said where a rematch is asked for and nothing was played.
pub const NO_LAST_GAME: &str = "No game has ended in this channel yet. `/play` opens one.";
/// Said to somebody who asks for a rematch of others.
pub const NOT_THEIR_GAME: &str = "You did not play in that game. `/play` opens one of your own.";
/// Said where a rematch is asked for in the middle of a game.
pub const NOT_OVER: &str = "That game still goes on. A rematch can be asked for when it is over.";
/// Said to who has joined a rematch.
pub const REMATCH_JOINED: &str = "You are in. The rematch starts by itself as soon as everybody has joined.";
/// Said where the rematch has been played or is on.
pub const REMATCH_BEGUN: &str = "The rematch of that game has begun already.";
/// Said where a rematch is asked for and the channel has a game.
pub const CHANNEL_HAS_ANOTHER: &str =
    "This channel has another game or lobby by now. When that is over, a rematch can be asked for here.";

/// Said to somebody who has a seat but is no longer in the game.
#[must_use]
pub fn no_vote(players: &[PersonId]) -> String {
    let people = mentions(players.iter().copied());
    format!("You are no longer in this game, so that is for those who are: {people}.")
}

/// What somebody asks everybody else for, as in `@Ann offers a draw`; `None` of what is no such question.
pub(super) fn asks_for(kind: OfferKind) -> Option<&'static str> {
    match kind {
        OfferKind::Draw => Some("offers a draw"),
        OfferKind::TakeBack => Some("asks to take the last turn back"),
        OfferKind::Abort => Some("asks to call the game off, without a result"),
        OfferKind::Pause => Some("asks for a pause, in which no clock runs"),
        OfferKind::Overdue | OfferKind::Substitute => None,
    }
}

/// What was asked for, as in `the draw that @Ann has offered`.
fn asked_for(game: &Game, offer: &Offer) -> String {
    let who = mention(offer.person);
    match offer.kind {
        OfferKind::Draw => format!("the draw that {who} has offered"),
        OfferKind::TakeBack => format!("taking back the last turn of {who}"),
        OfferKind::Abort => format!("calling the game off, as {who} has asked"),
        OfferKind::Pause => format!("the pause that {who} has asked for"),
        OfferKind::Overdue => format!("what to do as the time of {who} is up"),
        OfferKind::Substitute => format!("taking over {}", seat_list(game, its_seats(game, offer))),
    }
}

fn seat_list(game: &Game, seats: SeatSet) -> String {
    seats.iter().map(|of| seat(game.table.kind(), of)).collect::<Vec<_>>().join(", ")
}

/// The seats that an offer to take over is about: all of who sits in the one that it names.
fn its_seats(game: &Game, offer: &Offer) -> SeatSet {
    let Some(seat) = offer.seat else { return SeatSet::EMPTY };
    let all = game.person_in(seat).map(|person| game.seats_of(person)).unwrap_or_default();
    let left = game.table.left();
    if left.contains(seat) { SeatSet::one(seat) } else { all.without(left) }
}

/// An open offer, and whose answers are missing.
#[must_use]
pub fn offer(game: &Game, offer: &Offer, asked: &[PersonId]) -> String {
    if offer.kind == OfferKind::Substitute {
        let before = offer.seat.and_then(|seat| game.person_in(seat));
        let mut others = game.people_in(game.table.here());
        others.retain(|&person| Some(person) != before);
        let seats = its_seats(game, offer);
        let (them, they_have) = if seats.len() == 1 { ("it", "it has") } else { ("them", "they have") };
        return format!(
            "Who takes over {} from {} in this game of **{}** with {}? **Take over** makes {them} yours from here to the end, \
with everything {they_have}.",
            seat_list(game, seats),
            before.map(mention).unwrap_or_default(),
            game.table.kind().title(),
            mentions(others)
        );
    }
    let Some(asks_for) = asks_for(offer.kind) else { return overdue(game, offer) };
    let mut text = format!("{}: {} {asks_for}.", mentions(asked.iter().copied()), mention(offer.person));
    match offer.kind {
        OfferKind::Draw => {
            let when = match game.table.kind().is_simultaneous() {
                true => "It is open until the turn ends.",
                false => "Moving without an answer declines it.",
            };
            let _ = write!(text, " {when}");
        }
        OfferKind::TakeBack => {
            let undone = game.record.get(offer.ply as usize..).unwrap_or_default();
            let moves: Vec<String> =
                undone.iter().filter(|entry| entry.is_move()).map(|entry| entry.notation.clone()).collect();
            let _ = write!(text, " That undoes {}. The next move says no.", code_list_within(&moves, 600));
        }
        _ => {}
    }
    let yes = mentions(offer.voters(Vote::Accept));
    if !yes.is_empty() {
        let _ = write!(text, "\n✅ {yes}");
    }
    text
}

/// What is asked about somebody whose time is up, and what was said so far.
#[must_use]
pub fn overdue(game: &Game, offer: &Offer) -> String {
    let choices = choices(game, offer);
    let mut text = format!(
        "⌛ {}: the time of {} ({}) is up. A move still settles it. What do you do until then?",
        mentions(choosers(game, offer)),
        mention(offer.person),
        seat_list(game, late(game, offer.person))
    );
    let several = choices.contains(&Vote::Open);
    if several {
        text += " One of you is enough to wait; anything else is for more than half of you to say.";
    }
    for vote in choices {
        let who = mentions(offer.voters(vote));
        if !who.is_empty() {
            let _ = write!(text, "\n{}: {who}", overdue_choice(vote, several));
        }
    }
    text
}

/// What can be done about a seat whose time is up, on a button, where one or several others choose.
#[must_use]
pub fn overdue_choice(vote: Vote, several: bool) -> &'static str {
    match vote {
        Vote::Wait => "Wait 24 h",
        Vote::Skip => "Let the turn pass",
        Vote::Open => "Open the seat",
        _ if several => "Play on without",
        _ => "Claim the win",
    }
}

/// How an offer ended.
#[must_use]
pub fn offer_ended(game: &Game, offer: &Offer, ending: Ending) -> String {
    let who = mention(offer.person);
    match ending {
        Ending::Accepted => match offer.kind {
            OfferKind::Draw => format!("✅ {who} offered a draw, and all have accepted."),
            OfferKind::TakeBack => format!("✅ {who} has taken a turn back; all have agreed."),
            OfferKind::Abort => "✅ The game is called off; all have agreed.".to_owned(),
            OfferKind::Substitute => {
                let new = mentions(offer.voters(Vote::Accept));
                format!("✅ {new} plays {} from here on.", seat_list(game, its_seats(game, offer)))
            }
            OfferKind::Overdue if offer.voters(Vote::Wait).next().is_some() => {
                format!("⏳ {} waits: {who} has 24 hours more.", mentions(offer.voters(Vote::Wait)))
            }
            OfferKind::Overdue => {
                let left = game.table.left();
                let seats: SeatSet =
                    game.seats_of(offer.person).iter().filter(|&seat| left.contains(seat)).collect();
                if seats.is_empty() {
                    return format!("⌛ The time of {who} was up, and the turn has gone by without them.");
                }
                let have = if seats.len() == 1 { "has" } else { "have" };
                format!("⌛ {} {have} left the game: the time of {who} was up.", seat_list(game, seats))
            }
            OfferKind::Pause => format!("✅ {who} asked for a pause, and all have agreed."),
        },
        Ending::Declined => {
            let no = mentions(offer.voters(Vote::Decline));
            format!("✖️ Declined by {no}: {}.", asked_for(game, offer))
        }
        Ending::Withdrawn => format!("✖️ Withdrawn: {}.", asked_for(game, offer)),
        Ending::Lapsed => format!("✖️ No longer open: {}.", asked_for(game, offer)),
    }
}

/// Tells somebody that their offer was declined.
#[must_use]
pub fn declined(game: &Game, offer: &Offer) -> String {
    let no = mentions(offer.voters(Vote::Decline));
    format!("{}, {no} said no: {}. {}", mention(offer.person), asked_for(game, offer), notification(game))
}

/// Tells that a pause has begun.
#[must_use]
pub fn paused(others: &[PersonId]) -> String {
    format!(
        "{}: the game is paused. No clock runs; you can move all the same. Anybody of you goes on with it by **Resume** or \
`/offer resume`.",
        mentions(others.iter().copied())
    )
}

/// Tells that a pause is over.
#[must_use]
pub fn resumed(by: Option<PersonId>, others: &[PersonId]) -> String {
    let others = mentions(others.iter().copied());
    match by {
        Some(person) => format!("{others}: {} goes on with the game. The clocks run again.", mention(person)),
        None => format!("{others}: the game goes on. The clocks run again."),
    }
}

/// Said to who has made an offer.
#[must_use]
pub fn offered(kind: OfferKind, others: &[PersonId]) -> String {
    let others = mentions(others.iter().copied());
    match kind {
        OfferKind::Draw => format!("You have offered a draw. I ask {others}."),
        OfferKind::TakeBack => format!("You have asked to take your last turn back. I ask {others}."),
        OfferKind::Abort => format!("You have asked to call the game off. I ask {others}."),
        _ => format!("You have asked for a pause. I ask {others}."),
    }
}

/// Said to who has accepted an offer, or what comes to the same.
#[must_use]
pub fn accepted(game: &Game, offer: &Offer, asked: &[PersonId]) -> String {
    match offer.ending {
        None => format!(
            "You agree to {}. I still wait for {}.",
            asked_for(game, offer),
            mentions(asked.iter().copied())
        ),
        Some(_) => format!("All agree to {}.", asked_for(game, offer)),
    }
}

/// Said to who offers what they have offered already.
#[must_use]
pub fn offered_already(asked: &[PersonId]) -> String {
    format!("You have asked for that already; {} can still answer.", mentions(asked.iter().copied()))
}

/// Asks whether somebody really wants to call a game off.
#[must_use]
pub fn ask_abort(game: &Game) -> String {
    format!(
        "Not everybody has moved yet, so you can call this game of **{}** off alone. It then has no result, and cannot be gone \
on with.",
        game.table.kind().title()
    )
}
