//! The terms of a game: whether it is rated, and why not.

use clock::Pace;
use data::{Casual, Lobby, PersonId, Seating, Terms};
use rules::{Options, PLAYERS};

use crate::seats;

/// Returns the terms on which the game of a lobby would start now. As long as the number of players is open, it counts everyone who
/// joined or is invited if they can play together, or else the fewest players.
#[must_use]
pub fn terms(lobby: &Lobby) -> Terms {
    let counts = seats::people_counts(lobby.kind, &lobby.options).unwrap_or_default();
    let coming = lobby.guests.iter().filter(|guest| guest.answer != data::GuestStatus::Declined).count();
    let fits = |people: &usize| counts.iter().any(|&count| usize::from(count) == *people);
    let fewest = counts.first().copied().map(usize::from);
    let people = [coming, lobby.joined().count()].into_iter().find(fits).or(fewest).unwrap_or(coming);
    let seats = seats::game_for(lobby.kind, &lobby.options, people).map_or(0, |game| game.seats());
    let options = lobby.options.clone().with(PLAYERS, i64::from(seats));
    settle(lobby, &options, usize::from(seats) > people)
}

/// Returns the terms of a game that starts with these options, which include the number of seats, and these people in them.
pub(crate) fn settled(lobby: &Lobby, options: &Options, people: &[PersonId]) -> Terms {
    let shared = people.iter().enumerate().any(|(seat, person)| people[..seat].contains(person));
    settle(lobby, options, shared)
}

fn settle(lobby: &Lobby, options: &Options, shared: bool) -> Terms {
    let machines = lobby.joined().any(PersonId::is_machine);
    let class = lobby.kind.class(options);
    let reasons = [
        // Hints come first: they are allowed only in a game that says so, also if machines play.
        (lobby.hints, Casual::Hints),
        (machines, Casual::Machines),
        (lobby.casual, Casual::Chosen),
        (!lobby.consent.server, Casual::Server),
        (!lobby.consent.people, Casual::Person),
        (class.is_none(), Casual::Options),
        (lobby.seating == Seating::Order, Casual::Order),
        (lobby.control.pace == Pace::None, Casual::NoClock),
        (shared, Casual::SeveralSeats),
    ];
    let casual = reasons.into_iter().find(|(applies, _)| *applies).map(|(_, reason)| reason);
    Terms { class: class.map(str::to_owned), casual, world: casual.is_none() && lobby.consent.world }
}
