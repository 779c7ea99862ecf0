-- Ratings: which games are rated, the ledger of their results, and what follows from the ledger.
-- Days are counted in UTC from 1970, weeks begin on Monday, scores are half points, and mu and sigma are millionths.

ALTER TABLE game ADD COLUMN class  TEXT;    -- the rated class of its options, written when it starts
ALTER TABLE game ADD COLUMN casual TEXT;    -- why it is not rated; NULL with a class: it is rated
ALTER TABLE game ADD COLUMN world  INTEGER NOT NULL DEFAULT 0 CHECK (world IN (0, 1)); -- whether it also counts for the world

-- Nobody who began these games knew of ratings.
UPDATE game SET casual = 'earlier' WHERE started IS NOT NULL;

ALTER TABLE substitution ADD COLUMN asked INTEGER NOT NULL DEFAULT 0 CHECK (asked IN (0, 1)); -- whether its player asked for it

ALTER TABLE person ADD COLUMN ratings TEXT NOT NULL DEFAULT 'on' CHECK (ratings IN ('on', 'hidden', 'off'));
ALTER TABLE person ADD COLUMN world   INTEGER NOT NULL DEFAULT 0 CHECK (world IN (0, 1)); -- whether their games may count for the world

-- Those who are compared with each other.
CREATE TABLE pool (
    id    INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,                    -- 0: the world
    kind  TEXT    NOT NULL,
    shape TEXT    NOT NULL CHECK (shape IN ('duel', 'table', 'team')),
    week  INTEGER NOT NULL,                    -- of its last snapshot
    UNIQUE (guild, kind, shape)
) STRICT;

CREATE INDEX pool_week ON pool (week);

-- The ledger. Its rows never change, and all tables below follow from it, from the records of the games, and from the settings of
-- people; only snapshots do not.
CREATE TABLE result (
    seq   INTEGER PRIMARY KEY,                 -- the order in which the ends of games were committed
    game  INTEGER UNIQUE REFERENCES game,
    model INTEGER NOT NULL,                    -- the model that rated it
    day   INTEGER NOT NULL,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    voids INTEGER UNIQUE REFERENCES result,    -- the result that it reverses
    CHECK ((game IS NULL) <> (voids IS NULL))
) STRICT;

CREATE TABLE rating (
    pool      INTEGER NOT NULL REFERENCES pool,
    person    INTEGER NOT NULL,
    mu        INTEGER NOT NULL,
    sigma     INTEGER NOT NULL,
    shown     INTEGER NOT NULL,                -- mu in points
    games     INTEGER NOT NULL,
    opponents INTEGER NOT NULL,                -- how many different people were met in the pool
    day       INTEGER NOT NULL,                -- of the last rated game
    due       INTEGER NOT NULL,                -- the day it leaves the board
    listed    INTEGER NOT NULL CHECK (listed IN (0, 1)),
    PRIMARY KEY (pool, person)
) STRICT, WITHOUT ROWID;

-- A column and not a partial index: with a condition, SQLite looks up every row in the table. The last columns make the index
-- sufficient for a whole row of a board.
CREATE INDEX rating_board ON rating (pool, listed, shown DESC, person, mu, sigma, games, day);
CREATE INDEX rating_due ON rating (due) WHERE listed = 1;
CREATE INDEX rating_person ON rating (person);

-- What a result changed for a person.
CREATE TABLE rating_event (
    person       INTEGER NOT NULL,
    pool         INTEGER NOT NULL,
    seq          INTEGER NOT NULL,
    place        INTEGER,                      -- NULL: a result was reversed
    mu_before    INTEGER NOT NULL,
    sigma_before INTEGER NOT NULL,
    mu           INTEGER NOT NULL,
    sigma        INTEGER NOT NULL,
    weight       INTEGER NOT NULL,             -- in millionths
    against      INTEGER,                      -- the opponents' mean rating in points; NULL: a result was reversed
    PRIMARY KEY (person, pool, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_event_seq ON rating_event (seq);

-- Who met whom, in both directions.
CREATE TABLE meeting (
    person   INTEGER NOT NULL,
    opponent INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    shape    TEXT    NOT NULL,
    guild    INTEGER NOT NULL,
    world    INTEGER NOT NULL,                 -- whether it counts for the world
    day      INTEGER NOT NULL,
    rated    INTEGER NOT NULL CHECK (rated IN (0, 1)), -- whether it changed the person's rating
    score    INTEGER,                          -- the person's; NULL: the result was reversed
    PRIMARY KEY (person, opponent, seq)
) STRICT, WITHOUT ROWID;

-- How many listed people have a rating from 8 × bucket to 8 × bucket + 7.
CREATE TABLE rank_bucket (
    pool   INTEGER NOT NULL REFERENCES pool,
    bucket INTEGER NOT NULL,
    people INTEGER NOT NULL,
    PRIMARY KEY (pool, bucket)
) STRICT, WITHOUT ROWID;

-- Quarters of a year: 4 × year + 0 to 3.
CREATE TABLE season (
    pool   INTEGER NOT NULL REFERENCES pool,
    season INTEGER NOT NULL,
    person INTEGER NOT NULL,
    games  INTEGER NOT NULL,
    began  INTEGER NOT NULL,                   -- the rating before the first game of the season, in points
    shown  INTEGER NOT NULL,                   -- the rating after the last one
    ready  INTEGER NOT NULL CHECK (ready IN (0, 1)), -- whether the person is on the season's board
    PRIMARY KEY (pool, season, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX season_board ON season (pool, season, ready, shown DESC, person, games, began);
CREATE INDEX season_person ON season (person, pool, season);

-- The first hundred of each pool on a Monday.
CREATE TABLE board_week (
    pool   INTEGER NOT NULL REFERENCES pool,
    week   INTEGER NOT NULL,
    person INTEGER NOT NULL,
    place  INTEGER NOT NULL,
    PRIMARY KEY (pool, week, person)
) STRICT, WITHOUT ROWID;

-- How well the ratings predicted results: sums in millionths that name nobody.
CREATE TABLE forecast (
    kind             TEXT    NOT NULL,
    shape            TEXT    NOT NULL,
    games            INTEGER NOT NULL,
    chance           INTEGER NOT NULL,
    lead             INTEGER NOT NULL,
    lead_squares     INTEGER NOT NULL,
    ordered          INTEGER NOT NULL,
    ordered_squares  INTEGER NOT NULL,
    log_loss         INTEGER NOT NULL,
    log_loss_squares INTEGER NOT NULL,
    brier            INTEGER NOT NULL,
    brier_squares    INTEGER NOT NULL,
    PRIMARY KEY (kind, shape)
) STRICT, WITHOUT ROWID;

CREATE TABLE forecast_bin (
    kind     TEXT    NOT NULL,
    shape    TEXT    NOT NULL,
    bin      INTEGER NOT NULL,
    pairs    INTEGER NOT NULL,
    expected INTEGER NOT NULL,
    scored   INTEGER NOT NULL,
    squares  INTEGER NOT NULL,
    PRIMARY KEY (kind, shape, bin)
) STRICT, WITHOUT ROWID;

-- People whose ratings had become too uncertain by this day have left the boards, or are leaving them.
CREATE TABLE unlisted (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    day INTEGER NOT NULL
) STRICT;

INSERT INTO unlisted (one, day) VALUES (1, 0);
