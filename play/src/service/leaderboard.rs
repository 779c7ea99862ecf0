//! Leaderboards.

use data::{
    PersonId, Pool, PoolId, Ranked, RatingsWish, SEASON_GAMES, SNAPSHOT, SeasonRow, Shape, Standing,
    StoreError, Tx, day_of, season_of, week_of,
};
use ratings::{Forecast, Lineup, games_until_listed};
use rules::Kind;

use super::core::{Caller, Service};
use crate::{
    catalogue,
    content::{
        BoardPage, BoardRow, Content, Leaderboard, MOST_CHOICES, Moved, OwnPlace, Response, Span, Unlisted,
    },
    error::Error,
    rejected::{LookRejected, Rejected},
};

/// How many rows a page of a leaderboard has.
pub const PAGE_ROWS: u32 = 10;
/// How many of the rows around the caller come before their own.
const ABOVE: u32 = 5;
/// The number of the last page that can be looked at, from 0.
pub const LAST_PAGE: u8 = 99;
/// How many ratings a row's curve has.
const RECENT: u32 = 10;
/// How many past seasons the bot suggests.
const SEASONS: i64 = 4;
/// The number of rated games from which on their predictions are reported.
const ENOUGH: u64 = 200;

/// The part of the leaderboards that a caller wants to see.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardWish {
    /// The name of a game, or `None` for any.
    pub game: Option<String>,
    /// The shape of its games, or `None` for any.
    pub shape: Option<Shape>,
    /// The time: `all`, `season` for the present one, or a season such as `2026-Q3`.
    pub since: Option<String>,
    /// Whether the caller wants to see the world instead of their server.
    pub world: bool,
    /// Whether everybody in the channel sees the response.
    pub everyone: bool,
}

/// Returns the spans that the bot suggests on a day: all games, the present season and some before it.
pub fn seasons(day: i64) -> impl Iterator<Item = Span> {
    let now = season_of(day);
    std::iter::once(Span::All).chain((0..=SEASONS).map(move |back| Span::Season(now - back)))
}

impl Service {
    /// Returns the leaderboard that fits the caller's wish and was played for last.
    ///
    /// # Errors
    /// [`Error::Rejected`] if nobody has such a rating, or a name is unknown.
    pub async fn leaderboard(&self, caller: &Caller, wish: &BoardWish) -> Result<Response, Error> {
        let today = day_of(self.now());
        let kind = wish.game.as_deref().map(named).transpose()?;
        let span = span(wish.since.as_deref(), today)?;
        let (caller, shape, world, everyone) = (*caller, wish.shape, wish.world, wish.everyone);
        if caller.guild.is_none() {
            return Err(Error::rejected(Rejected::OutsideServers));
        }
        let board = self.store.read(move |tx| {
            let pools = pools(tx, &caller, world)?;
            let fits = |pool: &&Pool| {
                kind.is_none_or(|kind| pool.kind == kind) && shape.is_none_or(|shape| pool.shape == shape)
            };
            let pool = *pools
                .iter()
                .find(fits)
                .ok_or_else(|| Error::rejected(LookRejected::NoRatings { kind, world }))?;
            let to = (!everyone).then_some(caller.person);
            page(tx, &pool, span, BoardPage::Top, to, today)
                .map(|board| Box::new(Leaderboard { others: others(pools, &pool), ..board }))
        });
        let board = Content::Leaderboard(board.await?);
        Ok(if everyone { Response::Shown(board) } else { Response::Ephemeral(board) })
    }

    /// Returns another page of a leaderboard for the caller alone.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller may not see this leaderboard.
    pub async fn leaderboard_page(
        &self,
        caller: &Caller,
        pool: PoolId,
        span: Span,
        at: BoardPage,
    ) -> Result<Response, Error> {
        let (caller, today) = (*caller, day_of(self.now()));
        let board = self.store.read(move |tx| {
            // Anybody can send any id.
            let found = tx.ratings().pool(pool)?;
            let pool = found.filter(|pool| pool.guild.is_none() || pool.guild == caller.guild);
            let pool = pool.ok_or_else(|| Error::rejected(Rejected::UnknownButton))?;
            let pools = pools(tx, &caller, pool.guild.is_none())?;
            page(tx, &pool, span, at, Some(caller.person), today)
                .map(|board| Box::new(Leaderboard { others: others(pools, &pool), ..board }))
        });
        Ok(Response::Update(Content::Leaderboard(board.await?)))
    }

    /// Explains how ratings work. With enough games, the response has how well they predicted results.
    pub async fn about_ratings(&self) -> Result<Response, Error> {
        let forecast = self.store.read(|tx| {
            let mut all = Forecast::default();
            for &kind in Kind::ALL {
                for shape in [Shape::Duel, Shape::Table, Shape::Team] {
                    all += &tx.ratings().forecast(kind, shape)?;
                }
            }
            Ok::<_, Error>(all)
        });
        let report = forecast.await?.report().filter(|report| report.games >= ENOUGH);
        Ok(Response::Ephemeral(Content::AboutRatings(report.map(Box::new))))
    }
}

/// Returns the game with this name.
pub(super) fn named(typed: &str) -> Result<Kind, Error> {
    catalogue::find_game(typed)
        .ok_or_else(|| Error::rejected(Rejected::UnknownKind { typed: typed.to_owned() }))
}

/// Reads the time that a leaderboard covers.
fn span(typed: Option<&str>, today: i64) -> Result<Span, Error> {
    match typed.map(str::trim) {
        None | Some("") => Ok(Span::All),
        Some(typed) if typed.eq_ignore_ascii_case("season") => Ok(Span::Season(season_of(today))),
        Some(typed) => typed
            .parse()
            .map_err(|_| Error::rejected(LookRejected::UnknownSeason { typed: typed.to_owned() })),
    }
}

/// Returns the pools of the caller's server, or of the world, the one with the newest result first.
fn pools(tx: &Tx<'_>, caller: &Caller, world: bool) -> Result<Vec<Pool>, Error> {
    match (world, caller.guild) {
        (true, _) => Ok(tx.ratings().pools_by_activity(None)?),
        (false, Some(guild)) => Ok(tx.ratings().pools_by_activity(Some(guild))?),
        (false, None) => Ok(Vec::new()),
    }
}

/// Returns the pools other than the shown one, as many as a menu takes beside it.
fn others(pools: Vec<Pool>, shown: &Pool) -> Vec<Pool> {
    pools.into_iter().filter(|pool| pool.id != shown.id).take(MOST_CHOICES - 1).collect()
}

/// Returns a page of a leaderboard for one person, or for everybody (`None`).
fn page(
    tx: &Tx<'_>,
    pool: &Pool,
    span: Span,
    at: BoardPage,
    to: Option<PersonId>,
    today: i64,
) -> Result<Leaderboard, Error> {
    let own = to.map(|person| own_place(tx, pool, span, person, today)).transpose()?;
    let place = match &own {
        Some(OwnPlace::Listed(row)) => Some(row.place),
        _ => None,
    };
    let (listed, around) = match span {
        // The rows around a person without a row are the first ones.
        Span::All => (tx.ratings().listed(pool.id)?, to.filter(|_| at == BoardPage::Me && place.is_some())),
        Span::Season(season) => (tx.ratings().season_listed(pool.id, season)?, None),
    };
    let last = last_page(listed);
    let page = match (at, place) {
        (BoardPage::At(page), _) => page.min(last),
        // The board of a season has no query for the rows around a person.
        (BoardPage::Me, Some(place)) => page_of(place).min(last),
        (BoardPage::Top, _) | (BoardPage::Me, None) => 0,
    };
    let skip = u32::from(page) * PAGE_ROWS;
    let rows = match (span, around) {
        (Span::Season(season), _) => {
            let rows = tx.ratings().season_board(pool.id, season, skip, PAGE_ROWS)?;
            rows.into_iter().filter_map(season_row).collect()
        }
        (Span::All, Some(person)) => all_time(
            tx,
            pool,
            tx.ratings().board_around(pool.id, person, ABOVE, PAGE_ROWS - 1 - ABOVE)?,
            today,
        )?,
        (Span::All, None) => all_time(tx, pool, tx.ratings().board(pool.id, skip, PAGE_ROWS)?, today)?,
    };
    let (up, down) = match (around, rows.first(), rows.last()) {
        (Some(_), Some(first), Some(end)) => (
            (first.place > 1).then(|| page_of(first.place - 1).min(last)),
            (end.place < listed).then(|| page_of(end.place + 1).min(last)),
        ),
        _ => (page.checked_sub(1), (page < last).then(|| page + 1)),
    };
    let page = around.is_none().then_some(page);
    Ok(Leaderboard { pool: *pool, span, page, up, down, rows, listed, own, to, others: Vec::new() })
}

/// Returns the number of the last page.
fn last_page(listed: u32) -> u8 {
    u8::try_from(listed.saturating_sub(1) / PAGE_ROWS).unwrap_or(LAST_PAGE).min(LAST_PAGE)
}

/// Returns the number of the page on which a place is.
fn page_of(place: u32) -> u8 {
    last_page(place)
}

fn all_time(tx: &Tx<'_>, pool: &Pool, rows: Vec<Ranked>, today: i64) -> Result<Vec<BoardRow>, StoreError> {
    rows.into_iter().map(|row| board_row(tx, pool, &row, today)).collect()
}

fn board_row(tx: &Tx<'_>, pool: &Pool, row: &Ranked, today: i64) -> Result<BoardRow, StoreError> {
    let week = tx.ratings().snapshot_week(pool.id)?.min(week_of(today));
    row_since(tx, pool, row, (Some(week), today))
}

/// Returns a row that shows how the person has moved since the snapshot of `week`, if there is one.
pub(super) fn row_since(
    tx: &Tx<'_>,
    pool: &Pool,
    row: &Ranked,
    (week, today): (Option<i64>, i64),
) -> Result<BoardRow, StoreError> {
    let ratings = tx.ratings();
    let monday = match week {
        Some(week) => ratings.place_in_week(pool.id, week, row.person)?,
        None => None,
    };
    let moved = match monday {
        Some(monday) => Moved::Places(monday as i32 - row.place as i32),
        None if week.is_some() && row.place <= SNAPSHOT => Moved::New,
        None => Moved::Unknown,
    };
    let recent = ratings.last_ratings(row.person, pool.id, RECENT)?;
    let days = u32::try_from(today - row.day).unwrap_or(0);
    Ok(BoardRow {
        place: row.place,
        person: row.person,
        shown: row.rating.shown(),
        plus_minus: Some(row.rating.after_days(days).plus_minus()),
        games: row.games,
        moved,
        recent: recent.into_iter().map(ratings::Rating::shown).collect(),
    })
}

/// Returns the row of a person who is on the board of a season.
fn season_row(row: SeasonRow) -> Option<BoardRow> {
    Some(BoardRow {
        place: row.place?,
        person: row.person,
        shown: row.shown,
        plus_minus: None,
        games: row.games,
        moved: Moved::Points(row.shown - row.began),
        recent: Vec::new(),
    })
}

fn own_place(tx: &Tx<'_>, pool: &Pool, span: Span, person: PersonId, today: i64) -> Result<OwnPlace, Error> {
    let Some(standing) = tx.ratings().standing(pool.id, person)?.filter(|standing| standing.games > 0) else {
        return Ok(OwnPlace::NoGames);
    };
    let rating = standing.entry(pool).rating_on(today);
    let is_hidden = tx.ratings_wish(person)?.0 != RatingsWish::On;
    if let Span::Season(season) = span {
        let Some(row) = tx.ratings().season_of_person(pool.id, season, person)? else {
            return Ok(OwnPlace::NoGames);
        };
        return Ok(match season_row(row) {
            Some(row) => OwnPlace::Listed(row),
            None => OwnPlace::Unlisted {
                rating,
                games: row.games,
                why: match is_hidden {
                    true => Unlisted::Wish,
                    false => Unlisted::Needs(Some(SEASON_GAMES.saturating_sub(row.games))),
                },
            },
        });
    }
    if standing.listed {
        let place = tx.ratings().place(pool.id, standing.rating.shown())?;
        let Standing { rating, games, day, .. } = standing;
        return Ok(OwnPlace::Listed(board_row(
            tx,
            pool,
            &Ranked { place, person, rating, games, day },
            today,
        )?));
    }
    let why = if is_hidden { Unlisted::Wish } else { missing(pool, &standing, today)? };
    Ok(OwnPlace::Unlisted { rating, games: standing.games, why })
}

/// Returns why a person is not listed who does not hide their ratings.
pub(super) fn missing(pool: &Pool, standing: &Standing, today: i64) -> Result<Unlisted, Error> {
    let entry = standing.entry(pool);
    if entry.is_listed(today) {
        return Ok(Unlisted::Opponents);
    }
    let lineup = match pool.shape {
        Shape::Duel => Lineup::DUEL,
        Shape::Table => Lineup { sides: 4, size: 1 },
        Shape::Team => Lineup { sides: 2, size: 2 },
    };
    let games = games_until_listed(&entry, lineup, today).map_err(anyhow::Error::new)?;
    Ok(Unlisted::Needs(games))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        fixture::{ANN, BOB, CID, Fixture, ephemeral, rejection, replaced},
        rejected::LookRejected,
    };

    /// Returns the leaderboard of a response.
    #[track_caller]
    fn board_of(content: Content) -> Leaderboard {
        match content {
            Content::Leaderboard(board) => *board,
            other => panic!("no leaderboard: {other:?}"),
        }
    }

    async fn first(world: &Fixture, person: u64) -> Leaderboard {
        board_of(ephemeral(world.service.leaderboard(&world.by(person), &BoardWish::default()).await))
    }

    async fn at(world: &Fixture, person: u64, pool: PoolId, page: BoardPage) -> Leaderboard {
        let by = world.by(person);
        board_of(replaced(world.service.leaderboard_page(&by, pool, Span::All, page).await))
    }

    fn places(board: &Leaderboard) -> Vec<(u32, u64)> {
        board.rows.iter().map(|row| (row.place, row.person.get())).collect()
    }

    #[tokio::test]
    async fn pages_lead_through_the_board() {
        let world = Fixture::new().await;
        // The points fall by one from person to person, but the second and third share theirs.
        for person in 1..=23 {
            world.rate(person, 2000 - if person == 3 { 2 } else { person as i32 }).await;
        }
        let top = first(&world, 12).await;
        assert_eq!(places(&top)[..4], [(1, 1), (2, 2), (2, 3), (4, 4)]);
        assert_eq!(
            (top.rows.len(), top.listed, top.page, top.up, top.down),
            (10, 23, Some(0), None, Some(1))
        );
        let Some(OwnPlace::Listed(own)) = &top.own else { panic!("{:?}", top.own) };
        assert_eq!((own.place, own.person, own.moved), (12, 12.into(), Moved::New));
        let pool = top.pool.id;
        let last = at(&world, ANN, pool, BoardPage::At(50)).await;
        assert_eq!((places(&last), last.page), (vec![(21, 21), (22, 22), (23, 23)], Some(2)));
        assert_eq!((last.up, last.down), (Some(1), None));
        let me = at(&world, 12, pool, BoardPage::Me).await;
        assert_eq!(places(&me), (7..=16).map(|place| (place, u64::from(place))).collect::<Vec<_>>());
        assert_eq!((me.page, me.up, me.down), (None, Some(0), Some(1)));
        let stranger = at(&world, 99, pool, BoardPage::Me).await;
        assert_eq!((stranger.page, stranger.own), (Some(0), Some(OwnPlace::NoGames)));
    }

    #[tokio::test]
    async fn board_shows_movement_since_monday() {
        let world = Fixture::new().await;
        for (person, points) in [(ANN, 1700), (BOB, 1600), (CID, 1500)] {
            world.rate(person, points).await;
        }
        world.service.clock().advance(clock::days(7));
        world.service.keep_boards().await.unwrap();
        world.rate(CID, 1800).await;
        // Later in the week, the scheduler leaves the snapshot as it is.
        world.service.tidy().await.unwrap();
        world.rate(4, 1400).await;
        let moved: Vec<_> =
            first(&world, ANN).await.rows.iter().map(|row| (row.person.get(), row.moved)).collect();
        assert_eq!(
            moved,
            [(CID, Moved::Places(2)), (ANN, Moved::Places(-1)), (BOB, Moved::Places(-1)), (4, Moved::New)]
        );
    }

    #[tokio::test]
    async fn wish_selects_the_leaderboard() {
        let world = Fixture::new().await;
        let wished = async |wish: BoardWish| world.service.leaderboard(&world.by(ANN), &wish).await;
        let none = |kind, world| LookRejected::NoRatings { kind, world }.into();
        assert_eq!(rejection(wished(BoardWish::default()).await), none(None, false));
        world.rate(ANN, 1700).await;
        let stract = BoardWish { game: Some("stract".to_owned()), ..BoardWish::default() };
        assert_eq!(rejection(wished(stract).await), none(Some(Kind::Stract), false));
        let in_world = BoardWish { world: true, ..BoardWish::default() };
        assert_eq!(rejection(wished(in_world).await), none(None, true));
        let since = |since: &str| BoardWish { since: Some(since.to_owned()), ..BoardWish::default() };
        let typed = "yesterday".to_owned();
        assert_eq!(rejection(wished(since("yesterday")).await), LookRejected::UnknownSeason { typed }.into());
        let season = season_of(day_of(world.service.now()));
        let board = board_of(ephemeral(wished(since("season")).await));
        assert_eq!(board.span, Span::Season(season));
        let why = Unlisted::Needs(Some(2));
        assert!(
            matches!(board.own, Some(OwnPlace::Unlisted { games: 1, why: own, .. }) if own == why),
            "{board:?}"
        );
        let before = board_of(ephemeral(wished(since("1999-q4")).await));
        assert_eq!((before.rows.len(), before.own), (0, Some(OwnPlace::NoGames)));
        let everyone = wished(BoardWish { everyone: true, ..BoardWish::default() }).await.unwrap();
        let Response::Shown(content) = everyone else { panic!("{everyone:?}") };
        let everyone = board_of(content);
        assert_eq!((everyone.own, everyone.to, everyone.rows.len()), (None, None, 1));
    }

    #[tokio::test]
    async fn pages_of_other_servers_are_refused() {
        let world = Fixture::new().await;
        world.rate(ANN, 1700).await;
        let pool = first(&world, ANN).await.pool.id;
        for (caller, pool) in [
            (Caller { guild: Some(51.into()), ..world.by(ANN) }, pool),
            (Caller { guild: None, ..world.by(ANN) }, pool),
            (world.by(ANN), 77.into()),
        ] {
            let page = world.service.leaderboard_page(&caller, pool, Span::All, BoardPage::Top).await;
            assert_eq!(rejection(page), Rejected::UnknownButton);
        }
    }
}
