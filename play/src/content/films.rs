//! The content of films and sheets.

use std::ops::Range;

use data::{Game, Listed, PersonId};
use rules::{Table, Viewer};

use crate::game::{
    film::{After, Film},
    missed::Since,
};

/// A film of a game.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The viewer, who sees nothing that is hidden from them.
    pub to: Viewer,
    /// The positions to show.
    pub film: Film,
    /// The number of the last turn.
    pub last: usize,
    /// The largest file that Discord accepts in the response, in bytes.
    pub largest: usize,
    /// The game.
    pub game: Box<Game>,
}

/// The events of a game since the caller's last move, or those of the newest turn.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The viewer, who sees nothing that is hidden from them.
    pub to: Viewer,
    /// Where the entries begin.
    pub since: Since,
    /// The game before the first of the entries.
    pub before: Box<Table>,
    /// The entries.
    pub entries: Vec<After>,
    /// Whether players have moved since the board with the button was posted.
    pub moved_on: bool,
    /// The game.
    pub game: Box<Game>,
}

/// The turns of a game since the caller's last move, or the newest one.
#[derive(Clone, Debug)]
pub struct CatchUp {
    /// The viewer, who sees nothing that is hidden from them.
    pub to: Viewer,
    /// Where the turns begin.
    pub since: Since,
    /// The turns, oldest first.
    pub turns: Vec<Turn>,
    /// The game.
    pub game: Box<Game>,
}

/// A turn of a game.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The number of the turn, from 1.
    pub number: usize,
    /// The entries of the record that belong to it.
    pub entries: Range<usize>,
    /// The game after the turn.
    pub table: Table,
}

/// The news of all games of a player since they last moved or looked in each.
#[derive(Clone, Debug)]
pub struct Overview {
    /// The player.
    pub person: PersonId,
    /// The running games, those that wait for the player first.
    pub games: Vec<GameNews>,
    /// The number of running games beyond these.
    pub more: usize,
}

/// The news of one of a player's games.
#[derive(Clone, Debug)]
pub struct GameNews {
    /// The game as `/games` lists it.
    pub listed: Listed,
    /// The viewer, who sees nothing that is hidden from them.
    pub to: Viewer,
    /// Where the turns begin, unless the player has looked since.
    pub since: Since,
    /// Whether the turns begin after those that the player saw when they last looked.
    pub looked: bool,
    /// The turns as entries of the record.
    pub turns: Vec<Range<usize>>,
    /// The game.
    pub game: Box<Game>,
}
