//! Why machines do not play.

use data::PersonId;
use rules::Kind;

use super::LobbyPlace;

/// Why a machine was not seated, or a game with machines did not start.
#[derive(Debug, Clone, PartialEq)]
pub enum MachineRejected {
    /// This bot offers no machines.
    NotOffered,
    /// No machine can play the game.
    CannotPlay {
        /// The kind of game.
        kind: Kind,
    },
    /// The machines have more to think than they can.
    Busy,
    /// The lobby has no free seat for a machine.
    NoSeat {
        /// How many can play.
        most: u8,
    },
    /// A person plays too many games with machines on the server.
    GamesOfPerson {
        /// The person, or `None` for the caller.
        person: Option<PersonId>,
        /// The most that one person may play.
        most: u32,
        /// Those games.
        games: Vec<LobbyPlace>,
    },
    /// The server has too many games with machines.
    GamesOnServer {
        /// The most that the server may have.
        most: u32,
    },
    /// The host has too many open lobbies with machines.
    Lobbies {
        /// The most that one person may have.
        most: u32,
        /// Those lobbies.
        open: Vec<LobbyPlace>,
    },
}
