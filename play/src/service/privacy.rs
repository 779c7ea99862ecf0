//! Lets people see what is stored about them, switch parts of it off, get it as a file, and delete it.

use clock::{MINUTE, days, later};
use data::{
    Ending, Erasure, ErasureKind, GameId, GameState, OfferPost, Payload, PersonId, RatingsWish, StoreError,
    Tx, Visibility,
};
use jiff::{SignedDuration, Timestamp};

use super::{
    core::{Caller, Service},
    life::{resign_seats, seats_to_resign},
    lobby,
};
use crate::{
    content::{Content, PrivacyPanel, Response},
    error::Error,
    rejected::PrivacyRejected,
};

/// How long a deletion can wait for the end of the person's games: thirty days.
const PATIENCE: SignedDuration = days(30);
/// How long a person waits between two files of their data.
const BETWEEN_FILES: SignedDuration = MINUTE;
/// The largest file that the bot sends, in bytes. Discord accepts ten million.
const LARGEST: usize = 8 << 20;
/// How many requests for deletion one tick reads.
const BATCH: u32 = 64;

impl Service {
    /// Returns the panel with what is stored about the caller, and their switches.
    pub async fn privacy(&self, caller: &Caller) -> Result<Response, Error> {
        let person = caller.person;
        let panel = self.store.read(move |tx| panel(tx, person)).await?;
        Ok(Response::Ephemeral(Content::Privacy(panel)))
    }

    /// Sets whether the caller's new games are rated and whether the boards list them. Games that have started stay as they are.
    pub async fn set_ratings(&self, caller: &Caller, wish: RatingsWish) -> Result<Response, Error> {
        self.set_wish(caller.person, move |(_, world)| (wish, world)).await
    }

    /// Sets whether the caller's new games may count for the ratings of the world.
    pub async fn set_world(&self, caller: &Caller, world: bool) -> Result<Response, Error> {
        self.set_wish(caller.person, move |(wish, _)| (wish, world)).await
    }

    /// Sets whether others may see the caller's profile.
    pub async fn set_profile_shown(&self, caller: &Caller, profile: bool) -> Result<Response, Error> {
        self.set_visibility(caller.person, move |visibility| Visibility { profile, ..visibility }).await
    }

    /// Sets whether others may see when the caller moves, and how fast.
    pub async fn set_hours_shown(&self, caller: &Caller, hours: bool) -> Result<Response, Error> {
        self.set_visibility(caller.person, move |visibility| Visibility { hours, ..visibility }).await
    }

    async fn set_visibility(
        &self,
        person: PersonId,
        change: impl Fn(Visibility) -> Visibility + Send + 'static,
    ) -> Result<Response, Error> {
        let at = self.now();
        let changed = self.act(move |tx| {
            tx.set_visibility(person, change(tx.visibility(person)?))?;
            // The message of an open lobby says how fast the person moves.
            for listed in tx.games_of(person, |_, _| Vec::new())? {
                if listed.state == GameState::Lobby {
                    tx.queue(listed.id, &Payload::Lobby, at)?;
                }
            }
            panel(tx, person)
        });
        Ok(Response::Update(Content::Privacy(changed.await?)))
    }

    async fn set_wish(
        &self,
        person: PersonId,
        change: impl Fn((RatingsWish, bool)) -> (RatingsWish, bool) + Send + 'static,
    ) -> Result<Response, Error> {
        let changed = self.store.write(move |tx| {
            let (wish, world) = change(tx.ratings_wish(person)?);
            tx.set_ratings_wish(person, wish, world)?;
            panel(tx, person)
        });
        Ok(Response::Update(Content::Privacy(changed.await?)))
    }

    /// Returns everything that is stored about the caller as a file.
    ///
    /// # Errors
    /// [`PrivacyRejected::FileAgain`] if they got it less than a minute ago; [`crate::rejected::LimitRejected::Costly`];
    /// [`PrivacyRejected::FileTooLarge`].
    pub async fn personal_file(&self, caller: &Caller) -> Result<Response, Error> {
        let (person, at) = (caller.person, self.now());
        self.admit_costly(caller)?;
        self.may_get_file(person, at)?;
        let file = self.store.read(move |tx| tx.personal_file(person, at)).await?;
        let bytes = file.write().into_bytes();
        if bytes.len() > LARGEST {
            return Err(Error::rejected(PrivacyRejected::FileTooLarge));
        }
        Ok(Response::Ephemeral(Content::PersonalFile { bytes }))
    }

    /// Checks that a person got no file a moment ago, and records that they get one now.
    fn may_get_file(&self, person: PersonId, at: Timestamp) -> Result<(), Error> {
        let mut files = self.files.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        files.retain(|_, last| later(*last, BETWEEN_FILES) > at);
        match files.get(&person) {
            Some(&last) => {
                Err(Error::rejected(PrivacyRejected::FileAgain { again: later(last, BETWEEN_FILES) }))
            }
            None => {
                files.insert(person, at);
                Ok(())
            }
        }
    }

    /// Returns the question whether and when the caller's data is to be deleted.
    pub async fn ask_erasure(&self, caller: &Caller) -> Result<Response, Error> {
        let person = caller.person;
        let content = self.store.read(move |tx| {
            Ok::<_, Error>(Content::AskErasure { games: running(tx, person)?, pending: tx.erasure(person)? })
        });
        Ok(Response::Ephemeral(content.await?))
    }

    /// Deletes the caller's data. Their running games are resigned first.
    pub async fn erase_now(&self, caller: &Caller) -> Result<Response, Error> {
        let (person, at) = (caller.person, self.now());
        let games = self
            .act(move |tx| {
                tx.ask_erasure(&Erasure { person, kind: ErasureKind::Now, at, asked: at })?;
                running(tx, person)
            })
            .await?;
        self.erase(person).await?;
        Ok(Response::Update(Content::Erased { games }))
    }

    /// Records that the caller's data is to be deleted when their games are over. Until then they can join no other game. Without
    /// running games the data is deleted at once.
    pub async fn erase_later(&self, caller: &Caller) -> Result<Response, Error> {
        let (person, asked) = (caller.person, self.now());
        let at = later(asked, PATIENCE);
        let (games, at) = self
            .act(move |tx| {
                let games = running(tx, person)?;
                match tx.erasure(person)? {
                    Some(earlier) if earlier.kind == ErasureKind::Later => return Ok((games, earlier.at)),
                    // A crash has interrupted it. It continues.
                    Some(earlier) => return Ok((0, earlier.at)),
                    None => {}
                }
                let kind = if games == 0 { ErasureKind::Now } else { ErasureKind::Later };
                tx.ask_erasure(&Erasure { person, kind, at, asked })?;
                for lobby in tx.games_of(person, |_, _| Vec::new())? {
                    if lobby.state == GameState::Lobby {
                        lobby::leave(tx, &on_behalf_of(person, asked), lobby.id)?;
                    }
                }
                Ok((games, at))
            })
            .await?;
        if games == 0 {
            self.erase(person).await?;
            return Ok(Response::Update(Content::Erased { games: 0 }));
        }
        Ok(Response::Update(Content::ErasureWaits { games, at }))
    }

    /// Withdraws the caller's request that their data be deleted later.
    pub async fn keep_data(&self, caller: &Caller) -> Result<Response, Error> {
        let person = caller.person;
        self.store.write(move |tx| tx.withdraw_erasure(person)).await?;
        Ok(Response::Update(Content::DataKept))
    }

    /// Carries out the requests for deletion that are due, also those that a crash has interrupted. One that fails is logged and
    /// tried again.
    pub(super) async fn erase_due(&self) -> Result<(), StoreError> {
        let (at, mut last) = (self.now(), PersonId::from(0));
        loop {
            let requests = self.store.read(move |tx| tx.erasures(last, BATCH)).await?;
            let Some(end) = requests.last() else { return Ok(()) };
            last = end.person;
            for request in requests {
                if let Err(error) = self.erase_if_due(request, at).await {
                    // No log names the person.
                    tracing::error!("deleting a person's data failed: {error:#}");
                }
            }
        }
    }

    async fn erase_if_due(&self, request: Erasure, at: Timestamp) -> Result<(), Error> {
        let person = request.person;
        let waits = request.kind == ErasureKind::Later && request.at > at;
        if waits && self.store.read(move |tx| running(tx, person)).await? > 0 {
            return Ok(());
        }
        self.erase(person).await
    }

    /// Lets a person leave all games and lobbies, each in a transaction of its own, and then deletes their data in one. After a
    /// crash in between, the stored request starts this again.
    async fn erase(&self, person: PersonId) -> Result<(), Error> {
        let at = self.now();
        // Games that cannot be left, because their record is broken.
        let mut stuck: Vec<(GameId, GameState)> = Vec::new();
        loop {
            let skipped = stuck.clone();
            match self.store.read(move |tx| next_to_leave(tx, person, &skipped)).await? {
                Some((game, state)) => match self.act(move |tx| leave(tx, person, (game, state), at)).await {
                    Err(error) if !error.may_pass() => {
                        tracing::warn!(%game, "leaving the game of a person to be deleted failed: {error:#}");
                        stuck.push((game, state));
                    }
                    left => left?,
                },
                None => {
                    let skipped = stuck.clone();
                    if self.act(move |tx| finish(tx, person, &skipped, at)).await? {
                        self.paces.forget(person);
                        return Ok(());
                    }
                }
            }
        }
    }
}

fn panel(tx: &Tx<'_>, person: PersonId) -> Result<PrivacyPanel, Error> {
    let (ratings, world) = tx.ratings_wish(person)?;
    let (holdings, visibility) = (tx.holdings(person)?, tx.visibility(person)?);
    Ok(PrivacyPanel { holdings, ratings, world, visibility, pending: tx.erasure(person)? })
}

/// Returns how many running games a person would have to resign.
fn running(tx: &Tx<'_>, person: PersonId) -> Result<u32, Error> {
    let mut count = 0;
    for listed in tx.games_of(person, |_, _| Vec::new())? {
        count += u32::from(listed.state == GameState::Running && can_resign(tx, person, listed.id)?);
    }
    Ok(count)
}

/// Returns whether a person is still in a running game. A game with a broken record cannot be resigned.
fn can_resign(tx: &Tx<'_>, person: PersonId, game: GameId) -> Result<bool, StoreError> {
    match tx.open(game) {
        Err(error) if error.is_broken_record() => Ok(false),
        game => Ok(seats_to_resign(&game?, person).iter().next().is_some()),
    }
}

/// Returns a game or lobby that a person has to leave before their data is deleted.
fn next_to_leave(
    tx: &Tx<'_>,
    person: PersonId,
    stuck: &[(GameId, GameState)],
) -> Result<Option<(GameId, GameState)>, Error> {
    for listed in tx.games_of(person, |_, _| Vec::new())? {
        let game = (listed.id, listed.state);
        let is_in = listed.state == GameState::Lobby || can_resign(tx, person, listed.id)?;
        if is_in && !stuck.contains(&game) {
            return Ok(Some(game));
        }
    }
    Ok(None)
}

/// Lets a person resign a game, or leave a lobby.
fn leave(
    tx: &Tx<'_>,
    person: PersonId,
    (id, state): (GameId, GameState),
    at: Timestamp,
) -> Result<(), Error> {
    if state == GameState::Lobby {
        lobby::leave(tx, &on_behalf_of(person, at), id)?;
        return Ok(tx.queue(id, &Payload::Lobby, at)?);
    }
    let mut game = tx.open(id)?;
    if game.state == GameState::Running {
        resign_seats(tx, &mut game, person, at)?;
    }
    Ok(())
}

/// Deletes a person's data, unless that was done or the person has to leave a game first. Returns whether it is deleted.
fn finish(
    tx: &Tx<'_>,
    person: PersonId,
    stuck: &[(GameId, GameState)],
    at: Timestamp,
) -> Result<bool, Error> {
    let Some(request) = tx.erasure(person)? else { return Ok(true) };
    if next_to_leave(tx, person, stuck)?.is_some() {
        return Ok(false);
    }
    for id in tx.boards_naming(person, request.asked)? {
        for offer in tx.open_offers(id)? {
            if offer.person == person {
                tx.close_offer(offer.id, Ending::Lapsed, at)?;
            }
            if offer.person == person || offer.vote_of(person).is_some() {
                tx.queue(id, &OfferPost::Itself.of(offer.id), at)?;
            }
        }
        // A post that shows the person's resignation may be on its way.
        tx.queue(id, &Payload::Refresh, at)?;
    }
    tx.erase(person)?;
    Ok(true)
}

/// Returns a person as the caller of something that the bot does for them.
fn on_behalf_of(person: PersonId, at: Timestamp) -> Caller {
    Caller { person, guild: None, channel: 0.into(), interaction: 0.into(), pressed: None, at }
}

#[cfg(test)]
mod tests;
