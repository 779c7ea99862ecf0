//! The settings of a server: their defaults, and the values to choose from.

use data::{Setting, Settings};

/// Returns the number that a limit has on a server, or `None` if there is no limit.
#[must_use]
pub fn limit(settings: &Settings, limit: Setting) -> Option<u32> {
    settings.limits.get(&limit).copied().or(default_limit(limit))
}

/// Returns the number that a limit has where nobody has chosen one, or `None` if there is no limit then. The numbers are far above
/// what normal play needs.
#[must_use]
pub const fn default_limit(limit: Setting) -> Option<u32> {
    match limit {
        Setting::OpenLobbies => Some(5),
        // Accepted invitations no longer count, so eight people who play one game after another stay far below.
        Setting::Invitations => Some(30),
        Setting::InvitationsToOne => Some(4),
        Setting::LobbiesFromChannel => Some(15),
        // A machine can take a few seconds of a processor for each of its turns.
        Setting::MachineGamesOfPerson => Some(2),
        Setting::MachineGames => Some(50),
        Setting::MachineLobbies => Some(1),
        // One person leaves the others about half of a channel's lobbies.
        Setting::LobbiesFromPerson => Some(8),
        _ => None,
    }
}

/// Returns the numbers that people choose a limit from, lowest first.
#[must_use]
pub const fn choices(limit: Setting) -> &'static [u32] {
    match limit {
        Setting::OpenLobbies | Setting::LobbiesFromPerson => &[1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30],
        Setting::InvitationsToOne => &[1, 2, 3, 4, 5, 6, 8, 10],
        Setting::LobbiesFromChannel => &[1, 2, 3, 5, 8, 10, 15, 20, 30, 40, 60],
        Setting::Invitations => &[1, 2, 3, 5, 8, 10, 15, 20, 30, 40, 60, 100],
        Setting::MachineLobbies | Setting::MachineGamesOfPerson => &[1, 2, 3, 4, 5, 6, 8, 10],
        Setting::MachineGames => &[1, 2, 5, 10, 20, 30, 50, 100, 200, 300, 500],
        Setting::GamesOfPerson => &[1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50],
        Setting::Games => &[1, 2, 5, 10, 20, 30, 50, 100, 200, 300, 500],
        _ => &[],
    }
}
