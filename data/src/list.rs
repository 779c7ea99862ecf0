//! A person's games on all servers, and what waits for that person there.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rules::Kind;
use rusqlite::params;

use crate::{
    columns::{kind_from, time_or_null},
    error::StoreError,
    game::{Game, GameState, once},
    ids::{ChannelId, GameId, GuildId, MessageId, PersonId},
    offer::{Offer, OfferKind},
    sql,
    tx::Tx,
};

/// A game in a person's list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The id of the game or lobby.
    pub id: GameId,
    /// The kind of game.
    pub kind: Kind,
    /// Either a lobby or a running game.
    pub state: GameState,
    /// The server of the game.
    pub guild: GuildId,
    /// The channel or thread of the game.
    pub channel: ChannelId,
    /// The newest board post, or the message of the lobby.
    pub message: Option<MessageId>,
    /// Whether the game waits for this person: to move, to answer an invitation, or to vote on an offer.
    pub waits: bool,
    /// Whether this person is to move.
    pub to_move: bool,
    /// The offers on which this person has not voted yet, oldest first.
    pub questions: Vec<Question>,
    /// The people in the game, without repeats.
    pub people: Vec<PersonId>,
    /// Whether the game is suspended because its channel is gone.
    pub suspended: bool,
    /// Whether all clocks are stopped by agreement.
    pub paused: bool,
    /// Whether this person is out of time and the others may decide what happens.
    pub overdue: bool,
    /// When this person runs out of time, if one of their clocks runs.
    pub deadline: Option<Timestamp>,
    /// Whether nobody else is to move.
    pub alone: bool,
    /// Whether all others in it are machines.
    pub against_machines: bool,
}

/// A game that waits for a person: to move, to answer an invitation, or to vote on an offer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Awaiting {
    /// The id of the game or lobby.
    pub id: GameId,
    /// The server of the game.
    pub guild: GuildId,
    /// The channel or thread of the game.
    pub channel: ChannelId,
    /// The newest board post, or the message of the lobby.
    pub message: Option<MessageId>,
    /// When this person runs out of time, if one of their clocks runs.
    pub deadline: Option<Timestamp>,
    /// Whether all others in it are machines.
    pub against_machines: bool,
}

impl Listed {
    /// Returns whether this person is the last to give orders in a turn that all players play at once.
    pub fn is_last(&self) -> bool {
        self.to_move && self.alone && self.kind.is_simultaneous()
    }
}

/// A question that a post of a game asks a person: an open offer, or what to do about a player out of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The subject of the question.
    pub kind: OfferKind,
    /// The person who made the offer or is out of time.
    pub person: PersonId,
    /// The post with the question, once it exists.
    pub message: Option<MessageId>,
}

impl Tx<'_> {
    /// Returns the running games of a person and the lobbies that the person joined or was invited to. Games that wait for the
    /// person come first, and games with machines only come last. `missing_voters` returns the people whose vote on an open offer is missing.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
    /// # #[tokio::main]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (_dir, store, id) = world().await?;
    /// let games = store.read(|tx| tx.games_of(3.into(), |_, _| Vec::new())).await?;
    /// assert_eq!(games.len(), 1);
    /// assert!(games[0].id == id && games[0].waits && games[0].to_move);
    /// # Ok(())
    /// # }
    /// ```
    pub fn games_of(
        &self,
        person: PersonId,
        missing_voters: impl Fn(&Game, &Offer) -> Vec<PersonId>,
    ) -> Result<Vec<Listed>, StoreError> {
        let mut query = self.sql.prepare_cached(
            "SELECT game.id, game.kind, state, guild, channel, coalesce(board_message, lobby_message),
                    max(seat.waiting) = 1 AND suspended IS NULL, suspended IS NOT NULL, min(timer.due),
                    NOT EXISTS (SELECT 1 FROM seat AS other
                                WHERE other.game = game.id AND other.waiting = 1 AND other.person <> ?1),
                    paused IS NOT NULL, max(clock.overdue) IS NOT NULL,
                    EXISTS (SELECT 1 FROM offer WHERE offer.game = game.id AND closed IS NULL)
             FROM seat JOIN game ON game.id = seat.game
             LEFT JOIN timer ON timer.game = game.id AND timer.seat = seat.seat AND timer.kind = 'flag'
             LEFT JOIN clock ON clock.game = game.id AND clock.seat = seat.seat
             WHERE seat.person = ?1 AND state = 'running' GROUP BY game.id
             UNION ALL
             SELECT game.id, kind, state, guild, channel, lobby_message, answer = 'invited', FALSE, NULL,
                    FALSE, FALSE, FALSE, FALSE
             FROM guest JOIN game ON game.id = guest.game
             WHERE guest.person = ?1 AND answer <> 'declined' AND state = 'lobby'
             ORDER BY 1",
        )?;
        let mut all_people = self.people_beside(person)?;
        let mut rows = query.query([person])?;
        let mut listed = Vec::new();
        while let Some(row) = rows.next()? {
            let (id, state) = (row.get(0)?, row.get(2)?);
            let (waits, suspended, is_asked): (bool, bool, bool) = (row.get(6)?, row.get(7)?, row.get(12)?);
            let is_played = state == GameState::Running && !suspended;
            let questions =
                if is_played && is_asked { self.questions(id, person, &missing_voters)? } else { Vec::new() };
            let people = all_people.remove(&id).map(once).unwrap_or_default();
            let against_machines = people.iter().any(|other| other.is_machine())
                && people.iter().all(|&other| other == person || other.is_machine());
            listed.push(Listed {
                id,
                kind: kind_from(row.get_ref(1)?)?,
                state,
                guild: row.get(3)?,
                channel: row.get(4)?,
                message: row.get(5)?,
                waits: waits || !questions.is_empty(),
                to_move: waits && is_played,
                questions,
                people,
                against_machines,
                suspended,
                deadline: time_or_null(&row, 8)?,
                alone: row.get(9)?,
                paused: row.get(10)?,
                overdue: row.get(11)?,
            });
        }
        listed.sort_by_key(|game| (game.against_machines, !game.waits));
        Ok(listed)
    }

    /// Returns the games on all servers that wait for a person. Suspended games are left out. `missing_voters` returns the people whose
    /// vote on an open offer is missing.
    pub fn awaiting(
        &self,
        person: PersonId,
        missing_voters: impl Fn(&Game, &Offer) -> Vec<PersonId>,
    ) -> Result<Vec<Awaiting>, StoreError> {
        // Rows are counted, because PostgreSQL would look for those of all games together if it were asked whether they exist.
        let mut query = self.sql.prepare_cached(
            "SELECT game.id, guild, channel, coalesce(board_message, lobby_message), min(timer.due),
                    (SELECT count(*) FROM seat AS other WHERE other.game = game.id AND other.person BETWEEN ?2 AND ?3) > 0
                    AND (SELECT count(*) FROM seat AS other WHERE other.game = game.id AND other.person <> ?1
                         AND other.person NOT BETWEEN ?2 AND ?3) = 0,
                    max(seat.waiting) = 1
             FROM seat JOIN game ON game.id = seat.game
             LEFT JOIN timer ON timer.game = game.id AND timer.seat = seat.seat AND timer.kind = 'flag'
             WHERE seat.person = ?1 AND state = 'running' AND suspended IS NULL
               AND (seat.waiting = 1 OR (SELECT count(*) FROM offer WHERE offer.game = seat.game AND closed IS NULL) > 0)
             GROUP BY game.id
             UNION ALL
             SELECT game.id, guild, channel, lobby_message, NULL, FALSE, TRUE
             FROM guest JOIN game ON game.id = guest.game
             WHERE guest.person = ?1 AND answer = 'invited' AND state = 'lobby'",
        )?;
        let (first, last) = PersonId::MACHINES;
        let mut rows = query.query(params![person, first, last])?;
        let mut awaiting = Vec::new();
        while let Some(row) = rows.next()? {
            let id = row.get(0)?;
            if row.get(6)? || !self.questions(id, person, &missing_voters)?.is_empty() {
                awaiting.push(Awaiting {
                    id,
                    guild: row.get(1)?,
                    channel: row.get(2)?,
                    message: row.get(3)?,
                    deadline: time_or_null(&row, 4)?,
                    against_machines: row.get(5)?,
                });
            }
        }
        Ok(awaiting)
    }

    /// Returns who is in the running games and the lobbies of a person, in the order of [`Tx::people`] and with repeats. One query asks
    /// for all games, because a server needs a moment for each.
    fn people_beside(&self, person: PersonId) -> Result<BTreeMap<GameId, Vec<PersonId>>, StoreError> {
        let mut query = self.sql.prepare_cached(
            "SELECT other.game, other.seat, other.person
             FROM seat AS own JOIN game ON game.id = own.game JOIN seat AS other ON other.game = own.game
             WHERE own.person = ?1 AND state = 'running'
             UNION ALL
             SELECT other.game, other.at, other.person
             FROM guest AS own JOIN game ON game.id = own.game JOIN guest AS other ON other.game = own.game
             WHERE own.person = ?1 AND state = 'lobby' AND other.answer <> 'declined'
             ORDER BY 1, 2, 3",
        )?;
        let mut people: BTreeMap<GameId, Vec<PersonId>> = BTreeMap::new();
        let mut rows = query.query([person])?;
        while let Some(row) = rows.next()? {
            people.entry(row.get(0)?).or_default().push(row.get(2)?);
        }
        Ok(people)
    }

    /// Returns the questions of a running game that a person has not answered.
    fn questions(
        &self,
        id: GameId,
        person: PersonId,
        missing_voters: impl Fn(&Game, &Offer) -> Vec<PersonId>,
    ) -> Result<Vec<Question>, StoreError> {
        let open = self.open_offers(id)?;
        if open.is_empty() {
            return Ok(Vec::new());
        }
        let game = match self.open(id) {
            // Nobody can vote in a game with a broken record until it is repaired.
            Err(error) if error.is_broken_record() => return Ok(Vec::new()),
            game => game?,
        };
        let missing = open.into_iter().filter(|offer| missing_voters(&game, offer).contains(&person));
        let question =
            |offer: Offer| Question { kind: offer.kind, person: offer.person, message: offer.message };
        Ok(missing.map(question).collect())
    }

    /// Returns the people in a game, or those who have joined a lobby or are invited to it, without repeats.
    pub(crate) fn people(&self, id: GameId, state: GameState) -> Result<Vec<PersonId>, StoreError> {
        let mut query = match state {
            GameState::Lobby => self.sql.prepare_cached(
                "SELECT person FROM guest WHERE game = ? AND answer <> 'declined' ORDER BY at, person",
            )?,
            _ => self.sql.prepare_cached("SELECT person FROM seat WHERE game = ? ORDER BY seat")?,
        };
        let people: Vec<PersonId> = query.query_map([id], |row| row.get(0))?.collect::<sql::Result<_>>()?;
        Ok(once(people))
    }
}
