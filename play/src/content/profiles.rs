//! The values of profiles and of results of two people.

use data::{ChannelId, Conduct, HeadToHead, Meeting, MessageId, PersonId, Pool, RatingEvent};
use jiff::{SignedDuration, Timestamp};
use ratings::Rating;
use rules::Kind;

use super::boards::Unlisted;

/// A person's games on a server, and their ratings as the caller may see them.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerProfile {
    /// The person.
    pub person: PersonId,
    /// Whether the caller looks at themselves.
    pub is_own: bool,
    /// The game that the caller named. Other games are left out.
    pub kind: Option<Kind>,
    /// The ratings, those of the server before those of the world.
    pub ratings: Vec<ProfileRating>,
    /// The results on the server, for each game that the person has finished.
    pub tallies: Vec<Tally>,
    /// The newest results that are the same.
    pub streak: Option<Streak>,
    /// How the person plays.
    pub habits: Habits,
    /// The pool of the chart, with the person's changes in it, oldest first.
    pub chart: Option<(Pool, Vec<RatingEvent>)>,
}

/// A rating of a profile.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProfileRating {
    /// The pool.
    pub pool: Pool,
    /// The rating of today.
    pub rating: Rating,
    /// The number of rated games.
    pub games: u32,
    /// The place on the board, or why the person has no place.
    pub place: Result<u32, Unlisted>,
    /// How many points the last games have brought, and how many games these are.
    pub lately: Option<(i32, u32)>,
    /// The mean rating of the opponents in points.
    pub against: Option<i32>,
}

/// How many games a person has won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The kind of game.
    pub kind: Kind,
    /// The games in which the person came before all others.
    pub won: u32,
    /// The games with a shared first place.
    pub drawn: u32,
    /// The other games.
    pub lost: u32,
}

/// Results in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Streak {
    /// The score of each in half points: 2 for a win, 1 for a draw, 0 for a loss.
    pub score: u8,
    /// How many there are.
    pub games: u32,
}

/// The turns from which on a person is known: how fast they move, and how reliably they play.
pub const KNOWN_TURNS: u32 = 20;

/// How a person plays: how fast, at what time of day, and how reliably.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Habits {
    /// How reliably the person plays, on all servers.
    pub conduct: Conduct,
    /// The time that half of the person's latest turns did not exceed. `None` if it is unknown or hidden from the caller.
    pub turn: Option<SignedDuration>,
    /// The time of day at which the person mostly moves, from and to, as it is today. `None` if nothing is known, or if it is
    /// hidden from the caller.
    pub hours: Option<(Timestamp, Timestamp)>,
}

/// The results of two people against each other on a server.
#[derive(Clone, PartialEq, Debug)]
pub struct Versus {
    /// The person whose results these are.
    pub person: PersonId,
    /// The opponent.
    pub opponent: PersonId,
    /// Whether the caller is the person.
    pub is_own: bool,
    /// The results by kind and shape, rated and casual.
    pub results: Vec<HeadToHead>,
    /// The last games, newest first.
    pub last: Vec<LastMeeting>,
    /// The score that today's ratings expect of the person in duels, from 0 to 1.
    pub expected: Vec<(Kind, f64)>,
}

/// A game of two people, and where it was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastMeeting {
    /// The game and its result.
    pub meeting: Meeting,
    /// The channel of the game.
    pub channel: ChannelId,
    /// Its last board, if there is one.
    pub board: Option<MessageId>,
}
