//! Texts of offers, pauses, substitutes and rematches.

use data::{Ending, Offer, OfferKind, Vote};
use play::game::{
    overdue::{choices, choosers, late},
    turn::everybody_has_moved,
};

use super::{board::notification, common::*};

/// Rejects a player who votes on their own offer.
pub const OWN_OFFER: &str =
    "That's your own offer, so the others answer it. Press **Withdraw** to take it back.";
/// Rejects a late player who votes about a late player.
pub const OWN_TIME_UP: &str = "Your own time is up, so the others decide. You can still move.";
/// Rejects a player who withdraws someone else's offer.
pub const NOT_YOUR_OFFER: &str =
    "Only the player who made this offer can withdraw it. Press **Decline** to say no.";
/// Rejects an offer that was declined or withdrawn before.
pub const REFUSED_ALREADY: &str = "You've already asked for that, and it was declined or withdrawn. You can ask again after your next move.";
/// Rejects a take-back in a simultaneous game.
pub const NO_TAKING_BACK: &str = "In this game everyone orders at once, so nothing can be taken back: what a turn has revealed can't be hidden \
again. Until the turn ends, you can simply change your order.";
/// Rejects a take-back of a player who has not moved.
pub const NOTHING_TO_TAKE_BACK: &str = "You haven't moved yet, so there's nothing to take back.";
/// Rejects a take-back past the point where a player left.
pub const LEFT_SINCE: &str =
    "A player has left the game since your last move, so it can't be taken back: that would bring them back.";
/// Rejects a pause of a game without a clock.
pub const NO_CLOCKS: &str =
    "This game has no clock, so there's nothing to pause. Take all the time you need.";
/// Rejects a pause of a paused game.
pub const PAUSED_ALREADY: &str = "The game is already paused. Use `/offer resume` to resume it.";
/// Rejects the end of a pause in a game that is not paused.
pub const NOT_PAUSED: &str = "The game isn't paused.";
/// Confirms the end of a pause.
pub const RESUMED: &str = "The clocks are running again.";
/// Confirms that the caller has called the game off.
pub const CALLED_OFF: &str = "You've called the game off.";
/// Rejects a player who calls a game off alone after everyone has moved.
pub const MOVED_BY_NOW: &str = "Everyone has moved by now, so you can't call the game off alone any more. Use `/offer abort` to ask the others.";

/// Confirms that a suspended game was resumed.
pub const RESUMED_HERE: &str = "The game continues in this channel.";
/// Rejects resuming a suspended game in a channel that has another one.
pub const CHANNEL_HAS_A_GAME: &str =
    "This channel already has a game or lobby. Resume yours in another channel, or in a thread.";

/// Rejects resuming a game that is not suspended.
#[must_use]
pub fn nothing_suspended(suspended: &[Listed]) -> String {
    if suspended.is_empty() {
        return "None of your games on this server has lost its channel. Use `/games` to see where they're played.".to_owned();
    }
    let names = suspended.iter().map(|listed| format!("{} (**{}**)", listed.id, listed.kind.title()));
    format!(
        "Which one? These games have lost their channel: {}.",
        cut(&listed(&names.collect::<Vec<_>>()), 1500)
    )
}

/// Confirms that a seat is open to a substitute.
pub const SEAT_OPENED: &str =
    "I've asked for a substitute. Until someone takes over, nothing changes for that seat.";
/// Rejects opening a seat that is already open.
pub const SEAT_IS_OPEN: &str =
    "That seat is already open. Look for the post with **Take over** in this channel.";
/// Rejects a seat that the game does not have.
pub const NO_SUCH_SEAT: &str = "Nobody plays that seat here. Start typing to see a list of the seats.";
/// Rejects a substitute who knows another seat's secrets.
pub const HAD_A_SEAT: &str = "You have or had a seat in this game, so someone else needs to take this one over. Nobody may know two sides of it.";
/// Rejects opening a seat while Discord does not say whether its player is on the server.
pub const CANNOT_TELL: &str =
    "Discord can't say right now whether that player is still here. Try again in a minute.";

/// Rejects opening the seat of a player who is still on the server.
#[must_use]
pub fn still_here(person: PersonId) -> String {
    let who = mention(person);
    format!("{who} is still on this server, so only they can hand over the seat.")
}

/// Rejects a rematch in a channel where no game has ended.
pub const NO_LAST_GAME: &str = "No game has ended in this channel yet. Use `/play` to open one.";
/// Rejects a rematch that a user who did not play asks for.
pub const NOT_THEIR_GAME: &str = "You didn't play in that game. Use `/play` to open your own.";
/// Rejects a rematch of a running game.
pub const NOT_OVER: &str = "That game isn't over yet. You can ask for a rematch when it is.";
/// Confirms that the caller has joined a rematch.
pub const REMATCH_JOINED: &str = "You're in. The rematch starts as soon as everyone has joined.";
/// Rejects a second rematch of the same game.
pub const REMATCH_BEGUN: &str = "The rematch of that game has already started.";
/// Rejects a rematch in a channel that has another game.
pub const CHANNEL_HAS_ANOTHER: &str =
    "This channel has another game or lobby now. You can ask for a rematch here when it's over.";

/// Rejects a vote of a player who is no longer in the game.
#[must_use]
pub fn no_vote(players: &[PersonId]) -> String {
    let people = mentions(players.iter().copied());
    format!("You're no longer in this game, so it's up to the players who are: {people}.")
}

/// Returns what an offer asks for, as in `@Ann offers a draw`, or `None` if its kind asks nobody for anything. The outbox
/// finds the post of an offer by these words.
pub(super) fn asks_for(kind: OfferKind) -> Option<&'static str> {
    match kind {
        OfferKind::Draw => Some("offers a draw"),
        OfferKind::TakeBack => Some("asks to take the last turn back"),
        OfferKind::Abort => Some("asks to call the game off, without a result"),
        OfferKind::Pause => Some("asks for a pause, in which no clock runs"),
        OfferKind::Resign => Some("offers to resign"),
        OfferKind::Overdue | OfferKind::Substitute => None,
    }
}

/// Names an offer, as in `the draw that @Ann has offered`.
fn asked_for(game: &Game, offer: &Offer) -> String {
    let who = mention(offer.person);
    match offer.kind {
        OfferKind::Draw => format!("the draw that {who} has offered"),
        OfferKind::TakeBack => format!("taking back the last turn of {who}"),
        OfferKind::Abort => format!("calling the game off, as {who} has asked"),
        OfferKind::Pause => format!("the pause that {who} has asked for"),
        OfferKind::Resign => format!("the resignation that {who} has offered"),
        OfferKind::Overdue => format!("what to do as the time of {who} is up"),
        OfferKind::Substitute => format!("taking over {}", seat_list(game, its_seats(game, offer))),
    }
}

fn seat_list(game: &Game, seats: SeatSet) -> String {
    seats.iter().map(|of| seat(game.table.kind(), of)).collect::<Vec<_>>().join(", ")
}

/// Returns the seats that a substitute gets: the named seat and all others of the same player.
fn its_seats(game: &Game, offer: &Offer) -> SeatSet {
    let Some(seat) = offer.seat else { return SeatSet::EMPTY };
    let all = game.person_in(seat).map(|person| game.seats_of(person)).unwrap_or_default();
    let left = game.table.left();
    if left.contains(seat) { SeatSet::one(seat) } else { all.without(left) }
}

/// Describes an open offer and names the players in `missing`, who have not voted. The outbox finds the post again by its first
/// line.
#[must_use]
pub fn offer(game: &Game, offer: &Offer, missing: &[PersonId]) -> String {
    if offer.kind == OfferKind::Substitute {
        let before = offer.seat.and_then(|seat| game.person_in(seat));
        let mut others = game.people_in(game.table.here());
        others.retain(|&person| Some(person) != before);
        let seats = its_seats(game, offer);
        let (them, they_have) = if seats.len() == 1 { ("it", "it has") } else { ("them", "they have") };
        let by_machine = before.is_some_and(PersonId::is_machine);
        let decline =
            if by_machine { " If you play here, **Decline** lets the machine play on." } else { "" };
        return format!(
            "Who takes over {} from {} in this game of **{}** with {}? **Take over** makes {them} yours from here to the end, \
with everything {they_have}.{decline}",
            seat_list(game, seats),
            before.map(mention).unwrap_or_default(),
            game.table.kind().title(),
            mentions(others)
        );
    }
    let Some(asks_for) = asks_for(offer.kind) else { return overdue(game, offer) };
    let mut text = format!("{}: {} {asks_for}.", mentions(missing.iter().copied()), mention(offer.person));
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
        OfferKind::Resign if game.people_in(game.table.here()).len() == 2 => {
            let score = match *game.table.game().scores() {
                [one, other] => format!(" The score is {} to {}.", one.max(other), one.min(other)),
                _ => String::new(),
            };
            let _ = write!(
                text,
                " It no longer expects to win.{score} **Accept** ends the game, and you win. **Decline** plays on."
            );
        }
        OfferKind::Resign => {
            text += " It no longer expects to win. **Accept** lets it leave, and the others play on. **Decline** keeps it in the game."
        }
        _ => {}
    }
    let yes = mentions(offer.voters(Vote::Accept));
    if !yes.is_empty() {
        let _ = write!(text, "\n✅ {yes}");
    }
    text
}

/// Asks what happens to a late player, and lists the votes so far.
#[must_use]
pub fn overdue(game: &Game, offer: &Offer) -> String {
    let choices = choices(game, offer);
    let mut text = format!(
        "⌛ {}: {} ({}) is out of time but can still move. What do you want to do?",
        mentions(choosers(game, offer)),
        mention(offer.person),
        seat_list(game, late(game, offer.person))
    );
    let several = choices.contains(&Vote::Open);
    if choosers(game, offer).len() > 1 {
        text += " Any one of you can grant more time; everything else needs a majority.";
    }
    for vote in choices {
        let who = mentions(offer.voters(vote));
        if !who.is_empty() {
            let _ = write!(text, "\n{}: {who}", overdue_choice(vote, several));
        }
    }
    text
}

/// Labels a button with what can be done about a late player. `several` means that several players vote.
#[must_use]
pub fn overdue_choice(vote: Vote, several: bool) -> &'static str {
    match vote {
        Vote::Wait => "Wait 24 h",
        Vote::Skip => "Let the turn pass",
        Vote::Open => "Open the seat",
        Vote::Machine => "Hunter (machine) plays on",
        _ if several => "Play on without",
        _ => "Claim the win",
    }
}

/// Says how an offer ended. It replaces the offer in its post.
#[must_use]
pub fn offer_ended(game: &Game, offer: &Offer, ending: Ending) -> String {
    let who = mention(offer.person);
    match ending {
        Ending::Accepted => match offer.kind {
            OfferKind::Draw => format!("✅ {who} offered a draw, and everyone accepted."),
            OfferKind::TakeBack => format!("✅ {who} took a turn back. Everyone agreed."),
            OfferKind::Abort => "✅ The game is called off. Everyone agreed.".to_owned(),
            OfferKind::Substitute => {
                let new = mentions(offer.voters(Vote::Accept));
                format!("✅ {new} takes over {} from here.", seat_list(game, its_seats(game, offer)))
            }
            OfferKind::Resign => format!("✅ {who} has resigned."),
            OfferKind::Overdue
                if offer.voters(Vote::Machine).next().is_some() && game.seats_of(offer.person).is_empty() =>
            {
                let rated = if game.terms.is_rated() {
                    " For the others, the game no longer counts for ratings."
                } else {
                    ""
                };
                format!("🤖 A Hunter (machine) plays on for {who}, who ran out of time.{rated}")
            }
            OfferKind::Overdue if offer.voters(Vote::Wait).next().is_some() => {
                format!("⏳ {} gave {who} 24 more hours.", mentions(offer.voters(Vote::Wait)))
            }
            OfferKind::Overdue => {
                let left = game.table.left();
                let seats: SeatSet =
                    game.seats_of(offer.person).iter().filter(|&seat| left.contains(seat)).collect();
                if seats.is_empty() {
                    return format!("⌛ {who} ran out of time, and the turn passed without them.");
                }
                let have = if seats.len() == 1 { "has" } else { "have" };
                format!("⌛ {} {have} left the game: {who} ran out of time.", seat_list(game, seats))
            }
            OfferKind::Pause => format!("✅ {who} asked for a pause, and everyone agreed."),
        },
        Ending::Declined => {
            let no = mentions(offer.voters(Vote::Decline));
            format!("✖️ Declined by {no}: {}.", asked_for(game, offer))
        }
        Ending::Withdrawn => format!("✖️ Withdrawn: {}.", asked_for(game, offer)),
        Ending::Lapsed => format!("✖️ No longer open: {}.", asked_for(game, offer)),
    }
}

/// Notifies a player that their offer was declined. The outbox finds the message again by its first line.
fn declined(game: &Game, offer: &Offer) -> String {
    let no = mentions(offer.voters(Vote::Decline));
    format!("{}, {no} said no: {}. {}", mention(offer.person), asked_for(game, offer), notification(game))
}

/// Returns the news about an offer: that it was declined, or that the pause which it asked for has begun. `None` if nobody
/// needs the news (any more).
#[must_use]
pub fn offer_news(game: &Game, offer: &Offer) -> Option<String> {
    let is_pause = offer.kind == OfferKind::Pause && game.clocks.paused.is_some();
    match offer.ending.filter(|_| game.state == GameState::Running)? {
        Ending::Declined => Some(declined(game, offer)),
        Ending::Accepted if is_pause => Some(paused(&game.people_in(game.table.here()))),
        _ => None,
    }
}

/// Returns the players to whom the end of a pause is news: everyone except the player who ended it.
#[must_use]
pub fn resumed_for(game: &Game, offer: &Offer) -> Vec<PersonId> {
    let by = resumed_by(offer);
    let mut others = game.people_in(game.table.here());
    others.retain(|&person| Some(person) != by);
    others
}

/// Returns the news that the pause which an offer asked for is over. `None` if the game is paused again.
#[must_use]
pub fn resumed_news(game: &Game, offer: &Offer) -> Option<String> {
    game.clocks.paused.is_none().then(|| resumed(resumed_by(offer), &resumed_for(game, offer)))
}

fn resumed_by(offer: &Offer) -> Option<PersonId> {
    offer.voters(Vote::Resume).last()
}

/// Announces a pause to all players.
fn paused(others: &[PersonId]) -> String {
    format!(
        "{}: the game is paused, and no clock runs. You can still move. Any of you can press **Resume** or use \
`/offer resume`.",
        mentions(others.iter().copied())
    )
}

/// Announces the end of a pause.
fn resumed(by: Option<PersonId>, others: &[PersonId]) -> String {
    let others = mentions(others.iter().copied());
    match by {
        Some(person) => {
            format!("{others}: {} has resumed the game. The clocks are running again.", mention(person))
        }
        None => format!("{others}: the game has resumed. The clocks are running again."),
    }
}

/// Reports that a machine has declined a draw.
#[must_use]
pub fn machine_declines(machine: Machine) -> String {
    format!(
        "{machine} wants to play on. A machine accepts a draw once everyone has moved ten times, if it isn't ahead."
    )
}

/// Confirms an offer to the player who made it.
#[must_use]
pub fn offered(kind: OfferKind, others: &[PersonId]) -> String {
    let others = mentions(others.iter().copied());
    match kind {
        OfferKind::Draw => format!("You've offered a draw. Now it's up to {others}."),
        OfferKind::TakeBack => format!("You've asked to take your last turn back. Now it's up to {others}."),
        OfferKind::Abort => format!("You've asked to call the game off. Now it's up to {others}."),
        _ => format!("You've asked for a pause. Now it's up to {others}."),
    }
}

/// Confirms a vote that accepts an offer.
#[must_use]
pub fn accepted(game: &Game, offer: &Offer, missing: &[PersonId]) -> String {
    match offer.ending {
        Some(_) if missing.is_empty() && offer.votes.is_empty() => match offer.kind {
            OfferKind::Draw => format!("The game is a draw. {}.", agreeing_machines(game)),
            OfferKind::TakeBack => "You've taken your last turn back.".to_owned(),
            _ => format!("The game is paused. {}.", agreeing_machines(game)),
        },
        None => format!(
            "You've agreed to {}. We're still waiting for {}.",
            asked_for(game, offer),
            mentions(missing.iter().copied())
        ),
        Some(_) => format!("Everyone has agreed to {}.", asked_for(game, offer)),
    }
}

/// Says which machines agree to an offer: `Grazer agrees`.
fn agreeing_machines(game: &Game) -> String {
    let mut machines = game.machines().filter_map(|player| Machine::of(player.person));
    match (machines.next(), machines.next()) {
        (Some(machine), None) => format!("{machine} agrees"),
        _ => "The machines agree".to_owned(),
    }
}

/// Rejects an offer that is already open.
#[must_use]
pub fn offered_already(missing: &[PersonId]) -> String {
    format!("You've already asked for that, and {} can still answer.", mentions(missing.iter().copied()))
}

/// Asks the caller to confirm that they call a game off.
#[must_use]
pub fn ask_abort(game: &Game) -> String {
    let alone = match everybody_has_moved(game) {
        true => "You needn't ask anyone, so you can call",
        false => "Not everyone has moved yet, so you can call",
    };
    format!(
        "{alone} this game of **{}** off alone. It'll have no result, and you can't resume it later.",
        game.table.kind().title()
    )
}
