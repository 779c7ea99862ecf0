-- Deletion of a person's data, and of what is stored about servers that the bot has left.

-- Requests for deletion. A row is written before anything is deleted, so that a crash cannot leave half of it.
CREATE TABLE erasure (
    person INTEGER PRIMARY KEY,
    kind   TEXT    NOT NULL CHECK (kind IN ('now', 'later')), -- later: when the person's games are over, but at `at` at the latest
    at     INTEGER NOT NULL,                   -- when it is due
    asked  INTEGER NOT NULL
) STRICT;

-- How many people have been deleted. Records name them by numbers, and nothing says whose number it was.
CREATE TABLE former (
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    last INTEGER NOT NULL
) STRICT;

INSERT INTO former (one, last) VALUES (1, 0);

-- Servers that the bot has left.
CREATE TABLE absent (
    guild INTEGER PRIMARY KEY,
    since INTEGER NOT NULL
) STRICT;

CREATE INDEX absent_since ON absent (since);

-- Servers whose pools of ratings were deleted, and the row of the ledger before it. A rebuild deletes them at the same place.
CREATE TABLE forgotten (
    guild INTEGER NOT NULL,
    seq   INTEGER NOT NULL,
    done  INTEGER NOT NULL CHECK (done IN (0, 1)), -- 0: a rebuild has not come to this row yet
    PRIMARY KEY (guild, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX forgotten_open ON forgotten (seq) WHERE done = 0;

-- A deletion finds its rows by these.
CREATE INDEX plan_person ON plan (person);
CREATE INDEX vacation_person ON vacation (person);
CREATE INDEX offer_person ON offer (person);
CREATE INDEX vote_person ON vote (person);
CREATE INDEX substitution_before ON substitution (before, game);
CREATE INDEX substitution_after ON substitution (after);
CREATE INDEX board_week_person ON board_week (person);
CREATE INDEX blocked_actor ON blocked (actor);
