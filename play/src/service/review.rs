//! The review list of a server: pairs of people whose rated games may have been played for points only.

use std::collections::BTreeMap;

use data::{Game, GuildId, OneSided, PAIR_DAYS, PersonId, StoreError, Tx, day_of};
use jiff::Timestamp;
use rules::{Kind, RESIGN, TIMEOUT};

use super::{
    admin::guild_of,
    core::{Caller, Service},
};
use crate::{
    content::{Content, Listing, ON_PAGE, Response, ReviewedPair},
    error::Error,
};

/// The fewest games of a pair on the list.
const LEAST_GAMES: u32 = 4;
/// How many pairs are looked at. Those with the most games come first.
const MOST_PAIRS: u32 = 40;
/// How many games of a pair are looked at, newest first. Games of a pair no longer count from the tenth in a month.
const MOST_GAMES: u32 = 12;
/// How many finished games of a class are enough to know how long such games last.
const SAMPLE: u32 = 50;
/// The fewest of them that do.
const ENOUGH: usize = 10;
/// The number of turns that games last as long as too few of their class are finished.
const UNKNOWN: u32 = 20;

impl Service {
    /// Returns a page of the review list of the caller's server, counted from 0. The list has the pairs who finished four or more
    /// rated games of a kind there in the last 30 days, all won by the same person because the other one resigned or ran out of
    /// time within the first quarter of the turns that such games last.
    ///
    /// That length is the median of the newest games of the class that the rules have ended: those of the server or, if it has
    /// fewer than ten, of all servers. Games that a player left do not count, so that a farm cannot shorten it.
    ///
    /// # Errors
    /// [`Rejected::OutsideServers`](crate::Rejected::OutsideServers).
    pub async fn review(&self, caller: &Caller, page: u32) -> Result<Response, Error> {
        let (guild, at) = (guild_of(caller)?, caller.at);
        self.store
            .read(move |tx| {
                let pairs = pairs(tx, guild, at)?;
                let all = pairs.len() as u32;
                let on_page = |skip| {
                    Ok::<_, Error>(pairs.into_iter().skip(skip as usize).take(ON_PAGE as usize).collect())
                };
                let pairs = Listing::of(all, page, on_page)?;
                Ok(Response::Ephemeral(Content::Review { guild, pairs }))
            })
            .await
    }
}

fn pairs(tx: &Tx<'_>, guild: GuildId, at: Timestamp) -> Result<Vec<ReviewedPair>, StoreError> {
    let since = day_of(at) - PAIR_DAYS;
    let mut lengths = Lengths { tx, guild, known: BTreeMap::new() };
    let mut found = Vec::new();
    for pair in tx.ratings().one_sided(guild, since, LEAST_GAMES, MOST_PAIRS)? {
        found.extend(reviewed(tx, &mut lengths, pair, since)?);
    }
    Ok(found)
}

/// Returns a pair if the loser left all of its newest games early.
fn reviewed(
    tx: &Tx<'_>,
    lengths: &mut Lengths<'_>,
    pair: OneSided,
    since: i64,
) -> Result<Option<ReviewedPair>, StoreError> {
    let OneSided { winner, loser, kind, games } = pair;
    let newest = tx.ratings().games_won(&pair, lengths.guild, since, MOST_GAMES)?;
    let mut found =
        ReviewedPair { winner, loser, kind, games, newest, board: None, resigned: 0, latest: 0, usual: None };
    for (index, &id) in found.newest.iter().enumerate() {
        let game = match tx.open(id) {
            // Nobody can say how such a game went.
            Err(error) if error.is_broken_record() => return Ok(None),
            game => game?,
        };
        let Some((turns, resigned)) = left(&game, loser) else { return Ok(None) };
        let usual = lengths.of(kind, game.terms.class.as_deref().unwrap_or_default())?;
        if 4 * turns >= usual.unwrap_or(UNKNOWN) {
            return Ok(None);
        }
        found.resigned += u32::from(resigned);
        found.latest = found.latest.max(turns + 1);
        found.usual = if index == 0 { usual } else { found.usual.min(usual) };
        if index == 0 {
            found.board = game.board.map(|(message, _)| (game.channel, message));
        }
    }
    Ok(Some(found))
}

/// Returns how many turns were over when a person left a game, and whether they resigned. The alternative is that their time ran
/// out. Returns `None` if they stayed to the end.
fn left(game: &Game, person: PersonId) -> Option<(u32, bool)> {
    let seats = game.seats_of(person);
    let left = game
        .record
        .iter()
        .find(|entry| seats.contains(entry.seat) && [RESIGN, TIMEOUT].contains(&entry.notation.as_str()))?;
    Some((left.turn, left.notation == RESIGN))
}

/// How long games usually last, by kind and class, as far as it was asked.
struct Lengths<'t> {
    tx: &'t Tx<'t>,
    guild: GuildId,
    known: BTreeMap<(Kind, String), Option<u32>>,
}

impl Lengths<'_> {
    /// Returns the median number of turns of games of a class, or `None` if too few are finished.
    fn of(&mut self, kind: Kind, class: &str) -> Result<Option<u32>, StoreError> {
        let key = (kind, class.to_owned());
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let mut games = self.tx.ratings().played_out(Some(self.guild), (kind, class), SAMPLE)?;
        if games.len() < ENOUGH {
            games = self.tx.ratings().played_out(None, (kind, class), SAMPLE)?;
        }
        let mut turns = Vec::new();
        for id in games {
            match self.tx.open(id) {
                Err(error) if error.is_broken_record() => {}
                game => turns.extend(game?.record.last().map(|last| last.turn + 1)),
            }
        }
        turns.sort_unstable();
        let median = turns.get(turns.len() / 2).copied().filter(|_| turns.len() >= ENOUGH);
        self.known.insert(key, median);
        Ok(median)
    }
}

#[cfg(test)]
mod tests;
