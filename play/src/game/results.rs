//! The result of a finished game: who took part, who met whom, and what it changes in the ratings.
//!
//! A side takes part if it made a move of its own. The people who finished the game are rated against each other. A substitute's own
//! rating stays; the first player of the seat is rated in their place.
//!
//! Machines take part, but meet nobody and have no rating. If a machine has played on in a rated game, only the players whose seats
//! the others opened are rated: as last.

use std::collections::{BTreeMap, BTreeSet};

use data::{
    Game, GuildId, NewChange, NewMeeting, NewResult, PAIR_DAYS, PersonId, Shape, StoreError, Tx, day_of,
};
use jiff::Timestamp;
use ratings::{
    Change, Forecast, Member, PairFactor, RateError, Rating, Side, rate, rate_former, seat_offset,
};
use rules::{Played, Seat, SeatSet, are_in_effect};

use super::turn::is_own_move;
use crate::error::Error;

/// A seat of a side that takes part.
struct Holder {
    seat: Seat,
    /// The person who finished the game in the seat.
    person: PersonId,
    /// The first player of the seat, if another person finished the game.
    former: Option<Former>,
}

/// A player whom a substitute replaced.
struct Former {
    person: PersonId,
    replaced: ratings::Replaced,
}

/// A side that takes part.
struct Party {
    /// The place among the sides that take part, from 1.
    place: u32,
    holders: Vec<Holder>,
}

impl Party {
    /// Returns the people who finished the game on this side, each once. Machines are left out.
    fn people(&self) -> BTreeSet<PersonId> {
        self.holders.iter().map(|holder| holder.person).filter(|person| !person.is_machine()).collect()
    }

    /// Returns the score of this side against another one, in half points.
    fn score(&self, other: &Party) -> u8 {
        match self.place.cmp(&other.place) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        }
    }
}

/// Records the result of a game that has just ended. A game that was called off has none, and neither has one in which fewer than
/// two sides made a move.
pub(crate) fn follow(tx: &Tx<'_>, game: &Game, at: Timestamp) -> Result<(), Error> {
    match result(tx, game, day_of(at))? {
        Some(result) => Ok(tx.ratings().record(&result)?),
        None => Ok(()),
    }
}

/// Returns the result of a finished game that ended on this day, with what it changes in the ratings as they are now.
pub(crate) fn result(tx: &Tx<'_>, game: &Game, day: i64) -> Result<Option<NewResult>, Error> {
    let parties = parties(game);
    if parties.len() < 2 {
        return Ok(None);
    }
    let rated = game.terms.is_rated();
    let casual_for_most = had_machines(game);
    let mut new = NewResult {
        game: game.id,
        guild: game.guild,
        kind: game.table.kind(),
        shape: Shape::of(&game.table),
        day,
        rated,
        world: rated && game.terms.world,
        changes: Vec::new(),
        meetings: meetings(&parties, rated && !casual_for_most),
        forecast: Forecast::default(),
    };
    if rated {
        let factors = factors(tx, &new, &parties)?;
        new.forecast = rate_in(tx, game, &parties, &factors, &mut new.changes, (Some(game.guild), day))?;
        if new.world {
            rate_in(tx, game, &parties, &factors, &mut new.changes, (None, day))?;
        }
        if casual_for_most {
            let holders = parties.iter().flat_map(|party| &party.holders);
            let formers = holders.filter_map(|holder| holder.former.as_ref());
            let opened = formers.filter(|former| former.replaced == ratings::Replaced::Opened);
            let opened: BTreeSet<PersonId> = opened.map(|former| former.person).collect();
            new.changes.retain(|change| opened.contains(&change.person));
            new.forecast = Forecast::default();
        }
        new.changes.sort_by_key(|change| (change.person, change.world));
        meet_formers(&parties, &new.changes, &mut new.meetings);
    }
    Ok(Some(new))
}

/// Returns whether a machine plays in a game, or has played in it.
fn had_machines(game: &Game) -> bool {
    game.has_machines() || game.replaced.iter().any(|replaced| replaced.person.is_machine())
}

/// Returns how many sides of a finished game take part in its result.
pub(crate) fn sides(game: &Game) -> usize {
    parties(game).len()
}

/// Returns the sides that take part, ordered by their lowest seat.
fn parties(game: &Game) -> Vec<Party> {
    let Some(outcome) = game.table.outcome() else { return Vec::new() };
    let turns = own_turns(game);
    let has_moved = |side: &SeatSet| side.iter().any(|seat| turns.contains_key(&seat));
    let mut sides: Vec<(usize, SeatSet)> = game
        .table
        .game()
        .sides()
        .into_iter()
        .filter(has_moved)
        // A game that was called off has no places.
        .filter_map(|side| Some((side.iter().find_map(|seat| outcome.ranking.place(seat))?, side)))
        .collect();
    sides.sort_by_key(|(_, side)| side.first());
    let places: Vec<usize> = sides.iter().map(|(place, _)| *place).collect();
    let party = |(place, side): (usize, SeatSet)| Party {
        place: 1 + places.iter().filter(|&&other| other < place).count() as u32,
        holders: side.iter().filter_map(|seat| holder(game, &turns, seat)).collect(),
    };
    sides.into_iter().map(party).collect()
}

/// Returns, for each seat, the turns in which its players made moves of their own, with the ply of the first such move. With
/// simultaneous orders a turn counts once it was carried out.
fn own_turns(game: &Game) -> BTreeMap<Seat, BTreeMap<u32, u32>> {
    let is_open = |entry: &Played| game.table.kind().is_simultaneous() && entry.turn >= game.table.turn();
    let mut turns: BTreeMap<Seat, BTreeMap<u32, u32>> = BTreeMap::new();
    for ((ply, entry), holds) in (1..).zip(&game.record).zip(are_in_effect(&game.record)) {
        if holds && is_own_move(entry) && !is_open(entry) {
            turns.entry(entry.seat).or_default().entry(entry.turn).or_insert(ply);
        }
    }
    turns
}

fn holder(game: &Game, turns: &BTreeMap<Seat, BTreeMap<u32, u32>>, seat: Seat) -> Option<Holder> {
    let person = game.person_in(seat)?;
    let first = game.replaced.iter().find(|replaced| replaced.seat == seat);
    let former = first.filter(|replaced| replaced.person != person).map(|replaced| {
        let turns = turns.get(&seat);
        let own = turns.map_or(0, |turns| turns.values().filter(|&&ply| ply <= replaced.ply).count());
        let (own, all) = (own as u32, turns.map_or(0, BTreeMap::len) as u32);
        let replaced_by = match replaced.asked {
            true => ratings::Replaced::HandedOver { own, all },
            false => ratings::Replaced::Opened,
        };
        Former { person: replaced.person, replaced: replaced_by }
    });
    Some(Holder { seat, person, former })
}

/// Returns who of those that finished the game met whom. A substitute's rating does not change.
fn meetings(parties: &[Party], rated: bool) -> Vec<NewMeeting> {
    let mut meetings = Vec::new();
    for (index, party) in parties.iter().enumerate() {
        let substitutes: BTreeSet<PersonId> = party
            .holders
            .iter()
            .filter(|holder| holder.former.is_some())
            .map(|holder| holder.person)
            .collect();
        for (_, other) in parties.iter().enumerate().filter(|(other, _)| *other != index) {
            for person in party.people() {
                for opponent in other.people().into_iter().filter(|opponent| *opponent != person) {
                    let rated = rated && !substitutes.contains(&person);
                    meetings.push(NewMeeting { person, opponent, rated, score: party.score(other) });
                }
            }
        }
    }
    meetings
}

/// Adds the meetings of replaced players whose rating changes. For their opponents these meetings are not rated, because they are
/// rated against the person who finished in the seat.
fn meet_formers(parties: &[Party], changes: &[NewChange], meetings: &mut Vec<NewMeeting>) {
    for (index, party) in parties.iter().enumerate() {
        for former in party.holders.iter().filter_map(|holder| holder.former.as_ref()) {
            if !changes.iter().any(|change| change.person == former.person) {
                continue;
            }
            for (_, other) in parties.iter().enumerate().filter(|(other, _)| *other != index) {
                let score = match former.replaced {
                    ratings::Replaced::Opened => 0,
                    ratings::Replaced::HandedOver { .. } => party.score(other),
                };
                for opponent in other.people() {
                    let person = former.person;
                    meetings.push(NewMeeting { person, opponent, rated: true, score });
                    meetings.push(NewMeeting {
                        person: opponent,
                        opponent: person,
                        rated: false,
                        score: 2 - score,
                    });
                }
            }
        }
    }
}

/// Returns how much the game counts for each person, given how often they met their opponents before.
fn factors(
    tx: &Tx<'_>,
    new: &NewResult,
    parties: &[Party],
) -> Result<BTreeMap<PersonId, PairFactor>, StoreError> {
    let mut factors = BTreeMap::new();
    for (index, party) in parties.iter().enumerate() {
        let others = parties.iter().enumerate().filter(|(other, _)| *other != index);
        let opponents: BTreeSet<PersonId> = others.flat_map(|(_, other)| other.people()).collect();
        let formers = party.holders.iter().filter_map(|holder| Some(holder.former.as_ref()?.person));
        for person in party.people().into_iter().chain(formers) {
            let mut earlier = Vec::new();
            for &opponent in &opponents {
                let pair = (new.kind, new.shape);
                earlier.push(tx.ratings().meetings_since(person, opponent, pair, new.day - PAIR_DAYS)?);
            }
            factors.insert(person, PairFactor::of_table(earlier));
        }
    }
    Ok(factors)
}

/// Rates a game on its server, or in the world (`None`), and adds what it changes. Returns what the ratings predicted.
fn rate_in(
    tx: &Tx<'_>,
    game: &Game,
    parties: &[Party],
    factors: &BTreeMap<PersonId, PairFactor>,
    changes: &mut Vec<NewChange>,
    (guild, day): (Option<GuildId>, i64),
) -> Result<Forecast, Error> {
    let (kind, seats) = (game.table.kind(), game.players.len());
    let class = game.terms.class.as_deref().unwrap_or_default();
    let pool = tx.ratings().find_pool(guild, kind, Shape::of(&game.table))?;
    let member = |person: PersonId, seat: Seat| -> Result<Member, StoreError> {
        let standing = match &pool {
            Some(pool) => tx.ratings().standing(pool.id, person)?,
            None => None,
        };
        let days = standing.map_or(0, |standing| day.saturating_sub(standing.day).max(0));
        Ok(Member {
            rating: standing.map_or(Rating::START, |standing| standing.rating),
            days: u32::try_from(days).unwrap_or(u32::MAX),
            offset: seat_offset(kind.slug(), class, seats, seat.index()),
            factor: factors.get(&person).copied().unwrap_or_default(),
        })
    };
    let mut sides = Vec::new();
    for party in parties {
        let members = party.holders.iter().map(|holder| member(holder.person, holder.seat));
        sides.push(Side { place: party.place, members: members.collect::<Result<_, _>>()? });
    }
    let rated = rate(&sides).map_err(unrateable)?;
    for (index, (party, own)) in parties.iter().zip(&rated).enumerate() {
        let against = mean_of_others(&sides, index);
        let mut add = |person, change: Change| {
            changes.push(NewChange { world: guild.is_none(), person, place: party.place, change, against });
        };
        for (at, (holder, change)) in party.holders.iter().zip(own).enumerate() {
            match &holder.former {
                None => add(holder.person, *change),
                // A seat in which nobody moved says nothing about its first player.
                Some(Former { replaced: ratings::Replaced::HandedOver { all: 0, .. }, .. }) => {}
                Some(former) => {
                    let first = member(former.person, holder.seat)?;
                    let change = rate_former(&sides, (index, at), first, former.replaced);
                    if let Some(change) = change.map_err(unrateable)? {
                        add(former.person, change);
                    }
                }
            }
        }
    }
    let mut forecast = Forecast::default();
    forecast.add(&sides).map_err(unrateable)?;
    Ok(forecast)
}

/// Returns the mean rating of the people on the other sides, in points.
fn mean_of_others(sides: &[Side], own: usize) -> i32 {
    let others = sides.iter().enumerate().filter(|(index, _)| *index != own);
    let shown: Vec<i32> =
        others.flat_map(|(_, side)| &side.members).map(|member| member.rating.shown()).collect();
    let count = (shown.len() as i32).max(1);
    (shown.iter().sum::<i32>() + count / 2) / count
}

fn unrateable(error: RateError) -> Error {
    Error::Internal(anyhow::Error::new(error).context("rating a finished game"))
}

#[cfg(test)]
#[allow(clippy::unreadable_literal, reason = "the numbers are those of the vectors")]
mod vectors;
