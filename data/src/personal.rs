//! Everything that is stored about one person, as counts and as a file.

use std::collections::BTreeMap;

use jiff::Timestamp;
use ratings::Rating;
use rusqlite::{named_params, params};
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::{
    columns::{time_at, time_or_null},
    error::StoreError,
    game::Replaced,
    ids::{ChannelId, GameId, GuildId, PersonId},
    machine::Machine,
    payload::Payload,
    setting::BoardTheme,
    sql::{self, Bind, Row},
    tx::Tx,
};

/// How much is stored about a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Holdings {
    /// Games that the person plays or has played.
    pub games: u32,
    /// Those of them that are running.
    pub running: u32,
    /// Open lobbies that the person has joined or is invited to.
    pub lobbies: u32,
    /// Ratings, each in a pool.
    pub ratings: u32,
    /// Other people whom the person has met in finished games.
    pub opponents: u32,
    /// Planned moves.
    pub plans: u32,
    /// Offers that the person has made, and votes.
    pub votes: u32,
    /// Try-out boards, lessons among them.
    pub sketches: u32,
    /// Answers to puzzles.
    pub puzzles: u32,
    /// Private notices that are not deleted yet.
    pub notices: u32,
    /// Weeks with counts of how reliably the person has played.
    pub weeks: u32,
    /// Whether the person has set something.
    pub settings: bool,
}

/// Everything that is stored about a person, for the person to read. Other people appear as numbers of the file. Secrets of others
/// are left out: of the moves it has the person's own.
#[derive(Debug, Serialize)]
pub struct PersonalFile {
    /// The version of the format.
    petri_personal: u32,
    made: Timestamp,
    person: String,
    settings: Json,
    games: Vec<OwnGame>,
    ratings: Vec<Json>,
    meetings: Vec<Json>,
    offers: Vec<Json>,
    votes: Vec<Json>,
    plans: Vec<Json>,
    notices: Vec<Json>,
    vacation: Vec<Json>,
    blocks: Vec<Json>,
    acts: Vec<Json>,
    conduct: Vec<Json>,
    try_out_boards: Vec<Json>,
    puzzle_answers: Vec<Json>,
    puzzle_streaks: Vec<Json>,
    deletion: Option<Json>,
}

impl PersonalFile {
    /// Returns the file as JSON.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

/// A game or lobby in the file.
#[derive(Debug, Serialize)]
struct OwnGame {
    game: u64,
    kind: String,
    options: Json,
    clock: String,
    state: String,
    server: String,
    channel: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    thread: Option<String>,
    opened: Timestamp,
    started: Option<Timestamp>,
    ended: Option<Timestamp>,
    /// Whether the person opened the lobby or took it over.
    host: bool,
    /// The answer to the lobby's invitation, and the name on its server for the name of the thread.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The seats that the person has now.
    seats: Vec<u8>,
    /// The people in the seats, as numbers of this file.
    others: BTreeMap<u8, usize>,
    /// The machines in the seats.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    machines: BTreeMap<u8, String>,
    /// Seats that changed hands: those that the person gave away or took over.
    handed_over: Vec<Json>,
    places: Option<Json>,
    reason: Option<String>,
    rated: bool,
    moves: Vec<OwnMove>,
}

/// A move of the person.
#[derive(Debug, Serialize)]
struct OwnMove {
    ply: u32,
    seat: u8,
    #[serde(rename = "move")]
    notation: String,
    at: Timestamp,
}

/// The numbers of other people in a file, in the order in which they appear.
#[derive(Default)]
struct Numbers(BTreeMap<PersonId, usize>);

impl Numbers {
    fn of(&mut self, person: PersonId) -> usize {
        let next = self.0.len() + 1;
        *self.0.entry(person).or_insert(next)
    }
}

impl Tx<'_> {
    /// Returns how much is stored about a person.
    pub fn holdings(&self, person: PersonId) -> Result<Holdings, StoreError> {
        let held = self
            .sql
            .prepare_cached(
                "SELECT count(*), count(*) FILTER (WHERE state = 'running'),
                        (SELECT count(*) FROM guest JOIN game ON game.id = guest.game
                         WHERE guest.person = :person AND state = 'lobby' AND answer <> 'declined'),
                        (SELECT count(*) FROM rating WHERE person = :person),
                        (SELECT count(DISTINCT opponent) FROM meeting WHERE person = :person),
                        (SELECT count(*) FROM plan WHERE person = :person),
                        (SELECT count(*) FROM offer WHERE person = :person)
                            + (SELECT count(*) FROM vote WHERE person = :person),
                        EXISTS (SELECT 1 FROM person WHERE person = :person),
                        (SELECT count(*) FROM conduct WHERE person = :person),
                        (SELECT count(*) FROM sketch WHERE person = :person),
                        (SELECT count(*) FROM puzzle_answer WHERE person = :person)
                 FROM game
                 WHERE id IN (SELECT game FROM seat WHERE person = :person
                              UNION SELECT game FROM substitution WHERE before = :person)",
            )?
            .query_row(named_params! { ":person": person }, |row| {
                Ok(Holdings {
                    games: row.get(0)?,
                    running: row.get(1)?,
                    lobbies: row.get(2)?,
                    ratings: row.get(3)?,
                    opponents: row.get(4)?,
                    plans: row.get(5)?,
                    votes: row.get(6)?,
                    settings: row.get(7)?,
                    weeks: row.get(8)?,
                    sketches: row.get(9)?,
                    puzzles: row.get(10)?,
                    notices: 0,
                })
            })?;
        Ok(Holdings { notices: self.notices_to(person)?.len() as u32, ..held })
    }

    /// Returns everything that is stored about a person.
    pub fn personal_file(&self, person: PersonId, made: Timestamp) -> Result<PersonalFile, StoreError> {
        let mut numbers = Numbers::default();
        let mut games = Vec::new();
        for id in self.games_with(person)? {
            games.extend(self.own_game(id, person, &mut numbers)?);
        }
        Ok(PersonalFile {
            petri_personal: 1,
            made,
            person: person.to_string(),
            settings: self.own_settings(person)?,
            games,
            ratings: self.own_ratings(person)?,
            meetings: self.own_meetings(person, &mut numbers)?,
            offers: self.rows(
                "SELECT game, kind, created, closed, ending FROM offer WHERE person = ? ORDER BY id",
                [person],
                |row| {
                    let (game, kind, ending): (i64, String, Option<String>) = (row.get(0)?, row.get(1)?, row.get(4)?);
                    let (made, closed) = (time_at(row, 2)?, time_or_null(row, 3)?);
                    Ok(json!({ "game": game, "offer": kind, "made": made, "closed": closed, "ending": ending }))
                },
            )?,
            votes: self.rows(
                "SELECT game, kind, answer, at FROM vote CROSS JOIN offer ON offer.id = vote.offer
                 WHERE vote.person = ? ORDER BY at",
                [person],
                |row| {
                    let (game, kind, vote): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
                    Ok(json!({ "game": game, "offer": kind, "vote": vote, "at": time_at(row, 3)? }))
                },
            )?,
            plans: self.rows(
                "SELECT game, steps, draft, created, pass FROM plan WHERE person = ? ORDER BY id",
                [person],
                |row| {
                    let (game, steps, draft): (i64, String, bool) = (row.get(0)?, row.get(1)?, row.get(2)?);
                    let steps: Json = serde_json::from_str(&steps).unwrap_or_default();
                    let pass: Option<String> = row.get(4)?;
                    Ok(json!({ "game": game, "steps": steps, "draft": draft, "made": time_at(row, 3)?, "pass_until": pass }))
                },
            )?,
            notices: self.notices_to(person)?,
            vacation: self.rows(
                "SELECT game, days, until FROM vacation WHERE person = ? ORDER BY game",
                [person],
                |row| {
                    let (game, days): (i64, u32) = (row.get(0)?, row.get(1)?);
                    Ok(json!({ "game": game, "days": days, "until": time_at(row, 2)? }))
                },
            )?,
            blocks: self.rows(
                "SELECT guild, at, reason FROM blocked WHERE person = ? ORDER BY guild",
                [person],
                |row| {
                    let (guild, reason): (i64, String) = (row.get(0)?, row.get(2)?);
                    Ok(json!({ "server": guild.to_string(), "at": time_at(row, 1)?, "reason": reason }))
                },
            )?,
            // Acts of the person, and acts of others about the person. The log keeps setting names and values, which name nobody else.
            acts: self.rows(
                "SELECT guild, at, action, actor IS NOT DISTINCT FROM ?1, before, after, reason FROM audit
                 WHERE actor = ?1 OR target = 'person:' || CAST(?1 AS TEXT) ORDER BY id",
                [person],
                |row| {
                    let (guild, action, own): (i64, String, bool) = (row.get(0)?, row.get(2)?, row.get(3)?);
                    let [before, after, reason]: [Option<String>; 3] = [row.get(4)?, row.get(5)?, row.get(6)?];
                    Ok(json!({
                        "server": guild.to_string(), "at": time_at(row, 1)?, "act": action, "own": own,
                        "before": before, "after": after, "reason": reason,
                    }))
                },
            )?,
            conduct: self.rows(
                "SELECT week, turns, late, finished, \"left\", h0, h2, h4, h6, h8, h10, h12, h14, h16, h18, h20, h22
                 FROM conduct WHERE person = ? ORDER BY week",
                [person],
                |row| {
                    let (week, turns, late): (i64, u32, u32) = (row.get(0)?, row.get(1)?, row.get(2)?);
                    let (finished, left): (u32, u32) = (row.get(3)?, row.get(4)?);
                    let hours: Vec<u32> = (5..17).map(|hour| row.get(hour)).collect::<sql::Result<_>>()?;
                    Ok(json!({
                        "week": week, "turns": turns, "late": late, "games_finished": finished, "games_left": left,
                        "turns_in_two_hours_from_0_utc": hours,
                    }))
                },
            )?,
            try_out_boards: self.rows(
                "SELECT kind, start, moves, ply, posted, at, purpose FROM sketch WHERE person = ? ORDER BY id",
                [person],
                |row| {
                    let (kind, start, moves): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
                    let (shown, posted): (u32, bool) = (row.get(3)?, row.get(4)?);
                    let moves: Json = serde_json::from_str(&moves).unwrap_or_default();
                    Ok(json!({
                        "kind": kind, "start": start, "moves": moves, "shown": shown, "posted": posted,
                        "used": time_at(row, 5)?, "purpose": row.get::<String>(6)?,
                    }))
                },
            )?,
            puzzle_answers: self.rows(
                "SELECT guild, day, kind, turn, solved, at FROM puzzle_answer
                 JOIN puzzle ON puzzle.id = puzzle_answer.puzzle WHERE person = ? ORDER BY puzzle",
                [person],
                |row| {
                    let (day, kind, turn): (i64, String, String) = (row.get(1)?, row.get(2)?, row.get(3)?);
                    let turn: Json = serde_json::from_str(&turn).unwrap_or_default();
                    Ok(json!({
                        "server": row.get::<GuildId>(0)?.to_string(), "day": day, "kind": kind, "moves": turn,
                        "solved": row.get::<bool>(4)?, "at": time_at(row, 5)?,
                    }))
                },
            )?,
            puzzle_streaks: self.rows(
                "SELECT guild, last, run, best, tried, solved FROM puzzle_streak WHERE person = ? ORDER BY guild",
                [person],
                |row| {
                    let (last, run, best): (i64, u32, u32) = (row.get(1)?, row.get(2)?, row.get(3)?);
                    let (tried, solved): (u32, u32) = (row.get(4)?, row.get(5)?);
                    Ok(json!({
                        "server": row.get::<GuildId>(0)?.to_string(), "last_day": last, "in_a_row": run,
                        "best": best, "tried": tried, "solved": solved,
                    }))
                },
            )?,
            deletion: self.erasure(person)?.map(|asked| {
                json!({ "when": asked.kind.word(), "at_the_latest": asked.at, "asked": asked.asked })
            }),
        })
    }

    /// Returns a value for each row that a query finds for a person.
    fn rows(
        &self,
        query: &str,
        of: impl Bind,
        value: impl Fn(&Row<'_>) -> sql::Result<Json>,
    ) -> Result<Vec<Json>, StoreError> {
        let rows = self.sql.prepare(query)?.query_map(of, value)?.collect::<sql::Result<_>>()?;
        Ok(rows)
    }

    /// Returns the games and lobbies that a person has or had to do with.
    fn games_with(&self, person: PersonId) -> Result<Vec<GameId>, StoreError> {
        let games = self
            .sql
            .prepare_cached(
                "SELECT game FROM seat WHERE person = ?1 UNION SELECT game FROM guest WHERE person = ?1
                 UNION SELECT game FROM substitution WHERE before = ?1 UNION SELECT id FROM game WHERE host = ?1
                 ORDER BY 1",
            )?
            .query_map([person], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(games)
    }

    fn own_game(
        &self,
        id: GameId,
        person: PersonId,
        numbers: &mut Numbers,
    ) -> Result<Option<OwnGame>, StoreError> {
        let seats: Vec<(u8, PersonId)> = self
            .sql
            .prepare("SELECT seat, person FROM seat WHERE game = ? ORDER BY seat")?
            .query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<sql::Result<_>>()?;
        let replaced = self.replaced(id)?;
        let (answer, name) = self
            .sql
            .prepare("SELECT answer, name FROM guest WHERE game = ? AND person = ?")?
            .query_map(params![id, person], |row| Ok((row.get(0)?, row.get(1)?)))?
            .next()
            .transpose()?
            .unwrap_or_default();
        let mut query = self.sql.prepare(
            "SELECT kind, options, control, state, guild, channel, thread, created, started, ended, host = ?2,
                    ranking, reason, class IS NOT NULL AND casual IS NULL AND started IS NOT NULL
             FROM game WHERE id = ?1",
        )?;
        let mut rows = query.query(params![id, person])?;
        let Some(row) = rows.next()? else { return Ok(None) };
        let read = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
        let others = seats.iter().filter(|(_, other)| *other != person && !other.is_machine());
        let machines = seats.iter().filter_map(|(seat, of)| Some((*seat, Machine::of(*of)?.to_string())));
        Ok(Some(OwnGame {
            game: id.get(),
            kind: row.get(0)?,
            options: read(row.get(1)?).unwrap_or_default(),
            clock: row.get(2)?,
            state: row.get(3)?,
            server: row.get::<GuildId>(4)?.to_string(),
            channel: row.get::<ChannelId>(5)?.to_string(),
            thread: row.get(6)?,
            opened: time_at(&row, 7)?,
            started: time_or_null(&row, 8)?,
            ended: time_or_null(&row, 9)?,
            host: row.get(10)?,
            answer,
            name,
            seats: seats.iter().filter(|(_, of)| *of == person).map(|(seat, _)| *seat).collect(),
            others: others.map(|(seat, other)| (*seat, numbers.of(*other))).collect(),
            machines: machines.collect(),
            handed_over: handed_over(person, &seats, &replaced),
            places: read(row.get(11)?),
            reason: row.get(12)?,
            rated: row.get(13)?,
            moves: self.own_moves(id, person, &seats, &replaced)?,
        }))
    }

    /// Returns the entries of the record that a person made, in any seat that they had then.
    fn own_moves(
        &self,
        id: GameId,
        person: PersonId,
        seats: &[(u8, PersonId)],
        replaced: &[Replaced],
    ) -> Result<Vec<OwnMove>, StoreError> {
        let holder = |seat: u8, ply: u32| {
            let before = replaced.iter().find(|before| before.seat.number() == seat && before.ply >= ply);
            let now = || seats.iter().find(|(of, _)| *of == seat).map(|(_, person)| *person);
            before.map(|before| before.person).or_else(now)
        };
        let own = self
            .record(id)?
            .into_iter()
            .filter(|entry| holder(entry.seat.number(), entry.ply) == Some(person));
        let own = own.map(|entry| OwnMove {
            ply: entry.ply,
            seat: entry.seat.number(),
            notation: entry.notation,
            at: entry.at,
        });
        Ok(own.collect())
    }

    fn own_settings(&self, id: PersonId) -> Result<Json, StoreError> {
        let (person, (ratings, world)) = (self.person(id)?, self.ratings_wish(id)?);
        let (days, visible, look) = (self.vacation(id)?, self.visibility(id)?, self.look(id)?);
        Ok(json!({
            "hours": person.hours.to_string(),
            "hours_set": person.hours_set,
            "pings": person.pings.word(),
            "reminders": person.reminders.to_string(),
            "notifications_off": person.muted.iter().map(|kind| kind.word()).collect::<Vec<_>>(),
            "spends_vacation": person.spends_vacation,
            "digest_minute": person.digest,
            "digest_due": person.digest_due,
            "last_digest": person.digest_day,
            "direct_messages": person.dm.map(|channel| channel.to_string()),
            "direct_messages_accepted": person.dm_accepted,
            "direct_messages_refused": person.dm_refused,
            "direct_messages_closed": person.dm_closed,
            "ratings": ratings.word(),
            "world": world,
            "profile": if visible.profile { "shown" } else { "hidden" },
            "hours_of_play": if visible.hours { "shown" } else { "hidden" },
            "board_theme": look.theme.map(BoardTheme::word),
            "board_patterns": look.patterns,
            "board_flipped": look.flip,
            "board_big": look.big,
            "board_in_text": look.text,
            "films_still": look.still,
            "moves_at_once": look.quick,
            "vacation_days": days.vacation.used,
            "vacation_year": days.vacation.year,
            "vacation_until": days.until,
        }))
    }

    fn own_ratings(&self, person: PersonId) -> Result<Vec<Json>, StoreError> {
        let rating =
            |rating: &Rating| json!({ "mu": rating.mu(), "sigma": rating.sigma(), "shown": rating.shown() });
        let mut ratings = Vec::new();
        for (pool, standing) in self.ratings().standings_of(person)? {
            let events = self.ratings().events(person, pool.id, u32::MAX)?.into_iter().map(|event| {
                json!({
                    "game": event.game.get(), "day": event.day, "place": event.place,
                    "before": rating(&event.before), "after": rating(&event.after),
                    "weight": event.weight, "against": event.against,
                })
            });
            let events: Vec<Json> = events.collect();
            let seasons = self.rows(
                "SELECT season, games, began, shown, ready FROM season WHERE person = ? AND pool = ? ORDER BY season",
                params![person, pool.id],
                |row| {
                    let (season, games, began): (i64, u32, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
                    let (shown, ready): (i64, bool) = (row.get(3)?, row.get(4)?);
                    Ok(json!({ "season": season, "games": games, "began": began, "shown": shown, "listed": ready }))
                },
            )?;
            let weeks = self.rows(
                "SELECT week, place FROM board_week WHERE person = ? AND pool = ? ORDER BY week",
                params![person, pool.id],
                |row| Ok(json!({ "week": row.get::<i64>(0)?, "place": row.get::<u32>(1)? })),
            )?;
            ratings.push(json!({
                "server": pool.guild.map(|guild| guild.to_string()),
                "kind": pool.kind.slug(),
                "shape": pool.shape.word(),
                "rating": rating(&standing.rating),
                "games": standing.games,
                "opponents": standing.opponents,
                "listed": standing.listed,
                "last_day": standing.day,
                "changes": events,
                "seasons": seasons,
                "weeks": weeks,
            }));
        }
        Ok(ratings)
    }

    fn own_meetings(&self, person: PersonId, numbers: &mut Numbers) -> Result<Vec<Json>, StoreError> {
        let mut query = self.sql.prepare(
            "SELECT opponent, game, kind, shape, guild, meeting.day, meeting.rated, score
             FROM meeting CROSS JOIN result ON result.seq = meeting.seq
             WHERE person = ? ORDER BY meeting.seq, opponent",
        )?;
        let mut rows = query.query([person])?;
        let mut meetings = Vec::new();
        while let Some(row) = rows.next()? {
            let (kind, shape): (String, String) = (row.get(2)?, row.get(3)?);
            let (day, rated, score): (i64, bool, Option<u8>) = (row.get(5)?, row.get(6)?, row.get(7)?);
            meetings.push(json!({
                "person": numbers.of(row.get(0)?),
                "game": row.get::<Option<i64>>(1)?,
                "kind": kind,
                "shape": shape,
                "server": row.get::<GuildId>(4)?.to_string(),
                "day": day,
                "rated": rated,
                "half_points": score,
            }));
        }
        Ok(meetings)
    }

    /// Returns the private notices to a person that are still stored.
    fn notices_to(&self, person: PersonId) -> Result<Vec<Json>, StoreError> {
        let mut notices = Vec::new();
        for game in self.games_with(person)? {
            let mut query = self.sql.prepare_cached(
                "SELECT payload, sent, failed FROM outbox
                 WHERE game = ? AND kind = 'notice' AND json_extract(payload, '$.person') = ? ORDER BY id",
            )?;
            let mut rows = query.query(params![game, person])?;
            while let Some(row) = rows.next()? {
                // An unreadable notice is never delivered either.
                let Ok(Payload::Notice { notice, .. }) = row.get(0) else { continue };
                let (sent, refused) = (time_or_null(&row, 1)?, row.get::<Option<String>>(2)?);
                notices
                    .push(json!({ "game": game.get(), "notice": notice, "sent": sent, "refused": refused }));
            }
        }
        Ok(notices)
    }
}

/// Returns the changes of a game's seats in which a person took part.
fn handed_over(person: PersonId, seats: &[(u8, PersonId)], replaced: &[Replaced]) -> Vec<Json> {
    let mut changes = Vec::new();
    for (index, before) in replaced.iter().enumerate() {
        let seat = before.seat.number();
        let next = replaced[index + 1..].iter().find(|later| later.seat == before.seat);
        let now = || seats.iter().find(|(of, _)| *of == seat).map(|(_, person)| *person);
        let after = next.map(|later| later.person).or_else(now);
        for (did, who) in [("gave", Some(before.person)), ("took", after)] {
            if who == Some(person) {
                changes.push(json!({ "seat": seat, "ply": before.ply, "did": did }));
            }
        }
    }
    changes
}
