//! Somebody's games on all servers, and what waits for them there.

use rules::Kind;

use crate::{
    ChannelId, Game, GameId, GameState, GuildId, MessageId, Offer, OfferKind, PersonId, StoreError, Time, Tx,
    game::{kind_from, once},
};

/// A game in a person's list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its id.
    pub id: GameId,
    /// Which game.
    pub kind: Kind,
    /// Lobby or running.
    pub state: GameState,
    /// The server.
    pub guild: GuildId,
    /// The channel.
    pub channel: ChannelId,
    /// The newest board post, or the lobby's message.
    pub message: Option<MessageId>,
    /// Whether it waits for this person: to move, to answer an invitation, or to say something to a question.
    pub waits: bool,
    /// Whether it is this person's move.
    pub to_move: bool,
    /// What this person is asked and has not said yet, oldest first.
    pub questions: Vec<Question>,
    /// Everybody in it, once.
    pub people: Vec<PersonId>,
    /// Whether it was put aside, since its channel is gone.
    pub suspended: bool,
    /// Whether all clocks stand by consent.
    pub paused: bool,
    /// Whether the time of this person is up, and the others may choose what follows.
    pub overdue: bool,
    /// When this person's time is up, if a clock of theirs runs.
    pub deadline: Option<Time>,
    /// Whether it waits for nobody else to move.
    pub alone: bool,
}

impl Listed {
    /// Whether a person is the last one to give orders in a turn that all play at once.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.to_move && self.alone && self.kind.is_simultaneous()
    }
}

/// What somebody is asked by a post of a game: an open offer, or what is to follow as the time of somebody is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// What it is about.
    pub kind: OfferKind,
    /// Who has made the offer, or is late.
    pub person: PersonId,
    /// The post, once it is shown.
    pub message: Option<MessageId>,
}

impl Tx<'_> {
    /// The running games of a person and the lobbies they are in or asked into; those that wait for them first. `asked` tells
    /// whose answer to an open offer is missing.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn games_of(
        &self,
        person: PersonId,
        asked: impl Fn(&Game, &Offer) -> Vec<PersonId>,
    ) -> Result<Vec<Listed>, StoreError> {
        let mut query = self.sql.prepare_cached(
            "SELECT game.id, game.kind, state, guild, channel, coalesce(board_message, lobby_message),
                    max(seat.waiting) AND suspended IS NULL, suspended IS NOT NULL, min(timer.due),
                    NOT EXISTS (SELECT 1 FROM seat AS other
                                WHERE other.game = game.id AND other.waiting AND other.person <> ?1),
                    paused IS NOT NULL, max(clock.overdue) IS NOT NULL
             FROM seat JOIN game ON game.id = seat.game
             LEFT JOIN timer ON timer.game = game.id AND timer.seat = seat.seat AND timer.kind = 'flag'
             LEFT JOIN clock ON clock.game = game.id AND clock.seat = seat.seat
             WHERE seat.person = ?1 AND state = 'running' GROUP BY game.id
             UNION ALL
             SELECT game.id, kind, state, guild, channel, lobby_message, answer = 'invited', 0, NULL, 0, 0, 0
             FROM guest JOIN game ON game.id = guest.game
             WHERE guest.person = ?1 AND answer <> 'declined' AND state = 'lobby'
             ORDER BY 1",
        )?;
        let mut rows = query.query([person])?;
        let mut listed = Vec::new();
        while let Some(row) = rows.next()? {
            let (id, state) = (row.get(0)?, row.get(2)?);
            let (waits, suspended): (bool, bool) = (row.get(6)?, row.get(7)?);
            let is_played = state == GameState::Running && !suspended;
            let questions = if is_played { self.questions(id, person, &asked)? } else { Vec::new() };
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
                people: self.people(id, state)?,
                suspended,
                deadline: row.get(8)?,
                alone: row.get(9)?,
                paused: row.get(10)?,
                overdue: row.get(11)?,
            });
        }
        listed.sort_by_key(|game| !game.waits);
        Ok(listed)
    }

    /// What a person is asked in a running game and has not said yet.
    fn questions(
        &self,
        id: GameId,
        person: PersonId,
        asked: impl Fn(&Game, &Offer) -> Vec<PersonId>,
    ) -> Result<Vec<Question>, StoreError> {
        let open = self.open_offers(id)?;
        if open.is_empty() {
            return Ok(Vec::new());
        }
        let game = match self.open(id) {
            // Nothing can be said in it until that is mended.
            Err(error) if error.is_broken_record() => return Ok(Vec::new()),
            game => game?,
        };
        let missing = open.into_iter().filter(|offer| asked(&game, offer).contains(&person));
        let question =
            |offer: Offer| Question { kind: offer.kind, person: offer.person, message: offer.message };
        Ok(missing.map(question).collect())
    }

    fn people(&self, id: GameId, state: GameState) -> Result<Vec<PersonId>, StoreError> {
        let mut query = match state {
            GameState::Lobby => self.sql.prepare_cached(
                "SELECT person FROM guest WHERE game = ? AND answer <> 'declined' ORDER BY at, person",
            )?,
            _ => self.sql.prepare_cached("SELECT person FROM seat WHERE game = ? ORDER BY seat")?,
        };
        let people: Vec<PersonId> =
            query.query_map([id], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        Ok(once(people))
    }
}
