//! Ratings: the wish in the lobby that a game be casual, voided results, the boards' daily work, and the rebuild of the ledger.

use data::{
    Audit, AuditAction, AuditTarget, Casual, GameId, GuestStatus, LedgerEntry, Notice, Payload, PersonId,
    RowDifference, Terms, Tx, day_of, week_of,
};
use jiff::Timestamp;
use ratings::MODEL;

use super::{
    core::{Caller, Service},
    lobby::{only_host, to_change},
};
use crate::{
    content::{Content, LobbyState, Response},
    error::Error,
    game::results,
    rejected::{LobbyRejected, Rejected, VoidRejected},
};

/// How many people leave the boards in one transaction.
const UNLISTED: u32 = 500;
/// How many rows of the ledger a rebuild reads at once.
const ROWS: u32 = 1000;

impl Service {
    /// Makes the game of a lobby casual or, for a host who is still alone, rated again.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller is not in the lobby and not invited, or may not switch back.
    pub async fn set_casual(&self, caller: &Caller, game: GameId, casual: bool) -> Result<Response, Error> {
        let caller = *caller;
        let person = caller.person;
        self.change(&caller, game, move |tx| {
            let lobby = to_change(tx, &caller, game)?;
            match lobby.status_of(person) {
                None | Some(GuestStatus::Declined) => return Err(Error::rejected(LobbyRejected::NotIn)),
                Some(GuestStatus::Invited | GuestStatus::Joined) => {}
            }
            let alone = lobby.host == person && lobby.joined().eq([person]);
            if !casual && !alone {
                return Err(Error::rejected(LobbyRejected::StaysCasual));
            }
            let chosen = casual.then_some(Casual::Chosen);
            tx.set_terms(game, &Terms { casual: chosen, ..Terms::default() })?;
            Ok(LobbyState::Open(data::Lobby { casual, hints: false, ..lobby }))
        })
        .await
    }

    /// Allows hints in the game of a lobby, which makes it casual, or forbids them again.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller is not the host.
    pub async fn set_hints(&self, caller: &Caller, game: GameId, hints: bool) -> Result<Response, Error> {
        let caller = *caller;
        self.act(move |tx| {
            let lobby = tx.lobby(game)?;
            only_host(&lobby, caller.person)?;
            let casual = if hints { Casual::Hints } else { Casual::Chosen };
            tx.set_terms(game, &Terms { casual: Some(casual), ..Terms::default() })?;
            tx.queue(game, &Payload::Lobby, caller.at)?;
            Ok(Response::Update(Content::OptionsPanel(data::Lobby { casual: true, hints, ..lobby })))
        })
        .await
    }

    /// Voids the result of a rated game: everybody gets back what it changed, and a private notice with the reason. Later games
    /// keep their numbers. The log of the game's server says that the operator did it. Returns the people whose ratings change.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the game has no result that counts.
    pub async fn void_result(&self, game: GameId, reason: String) -> Result<Vec<PersonId>, Error> {
        let at = self.now();
        self.act(move |tx| {
            let people = void(tx, game, &reason, at)?;
            if let Some(place) = tx.place(game)? {
                tx.add_audit(&Audit {
                    guild: place.guild,
                    at,
                    actor: None,
                    action: AuditAction::Void,
                    target: AuditTarget::Game(game),
                    before: None,
                    after: None,
                    reason: Some(reason.clone()),
                })?;
            }
            Ok(people)
        })
        .await
    }

    /// Takes people off the boards whose ratings have become too uncertain, and stores the places of each Monday. It does nothing
    /// if that was done today.
    pub async fn keep_boards(&self) -> Result<(), Error> {
        let today = day_of(self.now());
        let done = self.store.read(|tx| tx.ratings().unlisted()).await?;
        // Each step is a transaction of its own, so that moves need not wait.
        if done < today {
            while self.store.write(move |tx| tx.ratings().unlist(today, UNLISTED)).await? == UNLISTED {}
        }
        while self.store.write(move |tx| tx.ratings().snapshot(week_of(today))).await? {}
        Ok(())
    }

    /// Computes everything that follows from the ledger again and replaces it. Returns how many rows the ledger has, and the first
    /// row that was different before.
    ///
    /// # Errors
    /// If the record of a game no longer gives the result that the ledger has.
    pub async fn rebuild_ratings(&self) -> Result<(u64, Option<RowDifference>), Error> {
        self.store.write(rebuild).await
    }
}

/// Voids a result inside a transaction. Returns the people whose ratings change.
pub(super) fn void(tx: &Tx<'_>, game: GameId, reason: &str, at: Timestamp) -> Result<Vec<PersonId>, Error> {
    if tx.place(game)?.is_none() {
        return Err(Error::rejected(Rejected::UnknownGame));
    }
    let result = match tx.ratings().result_of(game)? {
        Some(result) if result.rated => result,
        None if tx.ratings().is_voided(game)? => return Err(Error::rejected(VoidRejected::Before)),
        _ => return Err(Error::rejected(VoidRejected::Unrated)),
    };
    let people = tx.ratings().void(&result, day_of(at))?;
    for &person in &people {
        tx.queue_notice(game, person, Notice::Voided { reason: reason.to_owned() }, at)?;
    }
    // The last board shows the ratings.
    tx.queue(game, &Payload::Refresh, at)?;
    Ok(people)
}

fn rebuild(tx: &Tx<'_>) -> Result<(u64, Option<RowDifference>), Error> {
    // The boards' daily work may be half done.
    let today = tx.ratings().unlisted()?;
    while tx.ratings().unlist(today, UNLISTED)? == UNLISTED {}
    tx.ratings().set_aside()?;
    let (mut rows, mut last) = (0, i64::MIN);
    loop {
        let entries = tx.ratings().ledger(last, ROWS)?;
        let Some(end) = entries.last() else { break };
        last = end.seq;
        rows += entries.len() as u64;
        for entry in &entries {
            derive(tx, entry)?;
        }
    }
    Ok((rows, tx.ratings().first_difference()?))
}

/// Writes what follows from one row of the ledger.
fn derive(tx: &Tx<'_>, entry: &LedgerEntry) -> Result<(), Error> {
    let LedgerEntry { seq, game, model, day, rated, voids } = *entry;
    let wrong = |why: String| Error::Internal(anyhow::anyhow!("row {seq} of the ledger, game {game}: {why}"));
    if model != MODEL {
        return Err(wrong(format!("it is of model {model}, and this program knows model {MODEL}")));
    }
    if let Some(voided) = voids {
        tx.ratings().derive_void(seq, voided)?;
        return Ok(());
    }
    match results::result(tx, &tx.open(game)?, day)? {
        Some(result) if result.rated == rated => Ok(tx.ratings().derive(seq, &result)?),
        Some(_) => Err(wrong("the game and the ledger do not agree whether it is rated".to_owned())),
        None => Err(wrong("by its record, the game has no result".to_owned())),
    }
}

#[cfg(test)]
mod farms;
#[cfg(test)]
mod tests;
