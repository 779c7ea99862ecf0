-- How reliably people play, and which of that others may see.

-- Games without a clock count nowhere, and neither does what was played before this migration.
CREATE TABLE conduct (
    person   INTEGER NOT NULL,
    week     INTEGER NOT NULL,                 -- in UTC from 1970, from Monday on
    turns    INTEGER NOT NULL,                 -- turns in which the person moved or the clock ran out
    late     INTEGER NOT NULL,                 -- those in which the clock ran out
    finished INTEGER NOT NULL,                 -- games that the person played to the end
    left     INTEGER NOT NULL,                 -- games that the person did not: time up for good, or replaced
    h0  INTEGER NOT NULL,                      -- turns that the person began to play from 0:00 to 1:59 UTC, and so on
    h2  INTEGER NOT NULL,
    h4  INTEGER NOT NULL,
    h6  INTEGER NOT NULL,
    h8  INTEGER NOT NULL,
    h10 INTEGER NOT NULL,
    h12 INTEGER NOT NULL,
    h14 INTEGER NOT NULL,
    h16 INTEGER NOT NULL,
    h18 INTEGER NOT NULL,
    h20 INTEGER NOT NULL,
    h22 INTEGER NOT NULL,
    PRIMARY KEY (person, week)
) STRICT, WITHOUT ROWID;

CREATE INDEX conduct_week ON conduct (week);

-- Whether the clock has run out in the turn that the seat is in.
ALTER TABLE clock ADD COLUMN late INTEGER NOT NULL DEFAULT 0 CHECK (late IN (0, 1));

-- Such a turn was not counted when its clock ran out.
UPDATE clock SET late = 1 WHERE overdue IS NOT NULL;

ALTER TABLE person ADD COLUMN hide_profile INTEGER NOT NULL DEFAULT 0 CHECK (hide_profile IN (0, 1)); -- from everybody else
ALTER TABLE person ADD COLUMN hide_hours   INTEGER NOT NULL DEFAULT 0 CHECK (hide_hours IN (0, 1));   -- and how fast they move
