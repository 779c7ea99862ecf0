//! The rated games that the people who manage a server may want to look at.

use data::{ChannelId, GameId, MessageId, PersonId};
use rules::Kind;

/// Two people of whom one has won all rated games of a kind lately, because the other one left each of them early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewedPair {
    /// The person who won.
    pub winner: PersonId,
    /// The person who left.
    pub loser: PersonId,
    /// The kind of game.
    pub kind: Kind,
    /// The number of these games.
    pub games: u32,
    /// The newest games, newest first.
    pub newest: Vec<GameId>,
    /// The channel and the last board of the newest one.
    pub board: Option<(ChannelId, MessageId)>,
    /// Those of the newest games that the loser resigned. In the others the loser's time ran out.
    pub resigned: u32,
    /// The latest turn in which the loser left one of them, counted from 1.
    pub latest: u32,
    /// The number of turns that games of the class usually last, or `None` if too few are known.
    pub usual: Option<u32>,
}
