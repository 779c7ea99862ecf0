//! How many people can play a game, and which seats they get.
//!
//! Usually everyone has one seat. Some games allow fewer people than seats: some players then hold several seats of one side,
//! and every side has different players.

use data::{GuestStatus, Lobby, PersonId};
use rules::{Any, Kind, Options, PLAYERS, SeatSet, SetupError, Value};

/// Returns the numbers of seats that a game can have under these options, at least one.
///
/// # Errors
/// The error of the rules if the options fit no number of seats.
pub fn seat_counts(kind: Kind, options: &Options) -> Result<Vec<u8>, SetupError> {
    let mut refusal = None;
    let mut counts = Vec::new();
    let given = match options.get(PLAYERS) {
        None => kind.about().seats.to_vec(),
        Some(&Value::Int(count)) => u8::try_from(count).into_iter().collect(),
        Some(_) => Vec::new(),
    };
    for count in given {
        match kind.new_game(&options.clone().with(PLAYERS, i64::from(count))) {
            Ok(_) => counts.push(count),
            Err(error) => refusal = Some(error),
        }
    }
    match refusal {
        Some(error) if counts.is_empty() => Err(error),
        // The given number of seats cannot be tried, so the rules report what is wrong with it.
        None if counts.is_empty() => kind.new_game(options).map(|_| counts),
        _ => Ok(counts),
    }
}

/// Returns the numbers of people that can play a game under these options, ascending and at least one. If a person may hold
/// several seats and the number of seats was chosen, one person per side is enough.
///
/// # Errors
/// As for [`seat_counts`].
pub fn people_counts(kind: Kind, options: &Options) -> Result<Vec<u8>, SetupError> {
    let seats = seat_counts(kind, options)?;
    match seats.as_slice() {
        &[seats] if shares(kind, options) => {
            let sides = kind.new_game(options)?.sides().len() as u8;
            Ok((sides..=seats).collect())
        }
        _ => Ok(seats),
    }
}

/// Returns whether fewer people than seats may play.
#[must_use]
pub fn shares(kind: Kind, options: &Options) -> bool {
    options.get(PLAYERS).is_some() && kind.about().several_seats
}

/// Returns whether no more people can play than these.
#[must_use]
pub fn is_full(kind: Kind, options: &Options, people: usize) -> bool {
    people_counts(kind, options)
        .is_ok_and(|counts| counts.last().is_some_and(|&most| usize::from(most) <= people))
}

/// Sets up the game for this many people, with the chosen number of seats or one for each. Returns `None` if the number does
/// not fit.
#[must_use]
pub fn game_for(kind: Kind, options: &Options, people: usize) -> Option<Any> {
    let people = u8::try_from(people).ok()?;
    let fits = people_counts(kind, options).ok()?.contains(&people);
    kind.new_game(&with_seats(options, people)).ok().filter(|_| fits)
}

/// Returns the options with the number of seats for this many people.
#[must_use]
pub fn with_seats(options: &Options, people: u8) -> Options {
    match options.get(PLAYERS) {
        Some(_) => options.clone(),
        None => options.clone().with(PLAYERS, i64::from(people)),
    }
}

/// Returns the options with which a lobby's game would begin if everyone who joined or is invited played. If they cannot play
/// together, those who joined count, or else the fewest players. Returns `None` if no number of players fits.
#[must_use]
pub fn expected(lobby: &Lobby) -> Option<Options> {
    let (kind, options) = (lobby.kind, &lobby.options);
    let coming = lobby.guests.iter().filter(|guest| guest.answer != GuestStatus::Declined).count();
    let fitting = |people: usize| {
        let fits = people_counts(kind, options).ok()?.iter().any(|&count| usize::from(count) == people);
        fits.then(|| with_seats(options, people as u8))
    };
    let fewest = || {
        let seats = *seat_counts(kind, options).ok()?.first()?;
        Some(options.clone().with(PLAYERS, i64::from(seats)))
    };
    [coming, lobby.joined().count()].into_iter().find_map(fitting).or_else(fewest)
}

/// Returns the smallest number of seats that would let this many people play, some of them with several seats.
#[must_use]
pub fn shared_by(kind: Kind, options: &Options, people: usize) -> Option<u8> {
    let seats = seat_counts(kind, options).ok()?;
    let with = |seats: &u8| options.clone().with(PLAYERS, i64::from(*seats));
    seats.into_iter().find(|seats| game_for(kind, &with(seats), people).is_some())
}

/// Returns the people for seats 1, 2 and so on of a game from [`game_for`], given in this order. The people are dealt to the
/// sides in turn, and the people of a side get its seats in turn.
#[must_use]
pub fn assign(game: &Any, people: &[PersonId]) -> Vec<PersonId> {
    let sides = game.sides();
    let person = |seat| {
        let side = sides.iter().position(|side| side.contains(seat))?;
        let place = sides[side].iter().position(|other| other == seat)?;
        people.iter().skip(side).step_by(sides.len()).cycle().nth(place).copied()
    };
    SeatSet::all(game.seats()).iter().filter_map(person).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(seats: i64) -> Options {
        Options::new().with(PLAYERS, seats)
    }

    #[track_caller]
    fn check_counts(kind: Kind, options: &Options, seats: &[u8], people: &[u8]) {
        assert_eq!(seat_counts(kind, options).as_deref(), Ok(seats), "{kind}");
        assert_eq!(people_counts(kind, options).as_deref(), Ok(people), "{kind}");
    }

    #[test]
    fn sharing_seats_needs_a_chosen_number() {
        check_counts(Kind::Stract, &Options::new(), &[2, 4, 6, 8], &[2, 4, 6, 8]);
        check_counts(Kind::Stract, &options(4), &[4], &[2, 3, 4]);
        check_counts(Kind::Stract, &options(2), &[2], &[2]);
        check_counts(Kind::Stract, &options(8), &[8], &[2, 3, 4, 5, 6, 7, 8]);
        check_counts(Kind::Protozoa, &Options::new(), &[2, 3, 4], &[2, 3, 4]);
        check_counts(Kind::Protozoa, &options(4).with("teams", "own"), &[4], &[4]);
        check_counts(Kind::Protozoa, &Options::new().with("teams", "own"), &[4], &[4]);
        assert!(people_counts(Kind::Stract, &options(3)).is_err());
        assert!(game_for(Kind::Stract, &options(4), 3).is_some_and(|game| game.seats() == 4));
        assert!(game_for(Kind::Stract, &Options::new(), 6).is_some_and(|game| game.seats() == 6));
        assert_eq!(game_for(Kind::Stract, &options(4), 1), None);
        assert_eq!(game_for(Kind::Stract, &Options::new(), 3), None);
        assert_eq!(shared_by(Kind::Stract, &Options::new(), 3), Some(4));
        assert_eq!(shared_by(Kind::Stract, &Options::new(), 1), None);
        assert_eq!(shared_by(Kind::Protozoa, &Options::new().with("teams", "own"), 3), None);
    }

    /// Checks the seats of people who are numbered from 1 in the order of joining.
    #[track_caller]
    fn check(kind: Kind, options: &Options, people: u64, want: &[u64]) {
        let people: Vec<PersonId> = (1..=people).map(PersonId::from).collect();
        let game = game_for(kind, options, people.len()).unwrap();
        let seats: Vec<u64> = assign(&game, &people).into_iter().map(PersonId::get).collect();
        assert_eq!(seats, want, "{kind}");
    }

    #[test]
    fn seats_follow_the_order_of_joining() {
        check(Kind::Protozoa, &options(3), 3, &[1, 2, 3]);
        check(Kind::Protozoa, &options(4).with("teams", "mixed"), 4, &[1, 2, 3, 4]);
        check(Kind::Stract, &options(4), 4, &[1, 2, 3, 4]);
        check(Kind::Stract, &options(4), 3, &[1, 2, 3, 2]);
        check(Kind::Stract, &options(4), 2, &[1, 2, 1, 2]);
        check(Kind::Stract, &options(6), 3, &[1, 2, 3, 2, 1, 2]);
        check(Kind::Stract, &options(8), 5, &[1, 2, 3, 4, 5, 2, 1, 4]);
    }
}
