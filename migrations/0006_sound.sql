-- A database that says whose it is, tables that older SQLite programs check without a false alarm, and vacation days by game.

-- "Ptri", as data/src/identity.rs has it. The bot refuses a file with another id and never changes it.
PRAGMA application_id = 1349808745;

-- `PRAGMA integrity_check` of SQLite 3.40 (Debian 12) decodes each row only up to the column that is declared last, and takes every
-- column behind it for NULL. A table WITHOUT ROWID stores the columns of its primary key first, so a key column that is declared
-- last hides all columns that are stored behind it: "NULL value in timer.due" for every running clock. So the key comes first.
CREATE TABLE timer_new (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    seat INTEGER NOT NULL,                     -- 0: the game as a whole
    kind TEXT    NOT NULL CHECK (kind IN ('flag', 'remind', 'calendar')),
    step INTEGER NOT NULL DEFAULT 0,           -- of reminders: how many have been sent
    due  INTEGER NOT NULL,
    PRIMARY KEY (game, seat, kind, step)
) STRICT, WITHOUT ROWID;

INSERT INTO timer_new (game, seat, kind, step, due) SELECT game, seat, kind, step, due FROM timer;
DROP TABLE timer;
ALTER TABLE timer_new RENAME TO timer;

CREATE INDEX timer_due ON timer (due);

CREATE TABLE substitution_new (
    game   INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    seat   INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    ply    INTEGER NOT NULL,
    before INTEGER NOT NULL,                   -- who had it
    after  INTEGER NOT NULL,                   -- who has it from that ply on
    PRIMARY KEY (game, seat, at)
) STRICT, WITHOUT ROWID;

INSERT INTO substitution_new (game, seat, at, ply, before, after)
SELECT game, seat, at, ply, before, after FROM substitution;
DROP TABLE substitution;
ALTER TABLE substitution_new RENAME TO substitution;

-- How many vacation days a player has spent in a game.
CREATE TABLE vacation (
    game   INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    person INTEGER NOT NULL,
    days   INTEGER NOT NULL,
    until  INTEGER NOT NULL,                   -- when the last one is over
    PRIMARY KEY (game, person)
) STRICT, WITHOUT ROWID;
