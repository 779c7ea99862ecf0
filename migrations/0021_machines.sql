-- Machines that play, what they are about to think about, and offers that machines make.

-- A seat of a running game that a machine plays. The person in the seat says which machine it is.
CREATE TABLE machine (
    game  INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    seat  INTEGER NOT NULL,
    value INTEGER,                             -- what share of the win it expected after its last turn, per mille
    low   INTEGER NOT NULL DEFAULT 0,          -- its turns in a row after which that was below 2 %
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- A seat of a machine that is to move.
CREATE TABLE thought (
    game     INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    ply      INTEGER NOT NULL,                 -- the length of the record; where all order at once, at the beginning of the turn
    due      INTEGER NOT NULL,                 -- when it is to be thought; while it is, the end of the claim
    tries    INTEGER NOT NULL DEFAULT 0,       -- how often it was claimed
    failures INTEGER NOT NULL DEFAULT 0,       -- how often no move came of it
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- After three failures a thought waits for somebody to look at it. So does one that the program has ended in twenty times.
CREATE INDEX thought_due ON thought (due) WHERE failures < 3 AND tries < 20;
CREATE INDEX thought_held ON thought (game) WHERE failures >= 3 OR tries >= 20;

-- What only this installation knows. Nobody else can compute what a machine orders.
CREATE TABLE installation (
    one    INTEGER PRIMARY KEY CHECK (one = 1),
    secret TEXT    NOT NULL                    -- 32 random bytes in hexadecimal digits
) STRICT;

INSERT INTO installation (one, secret) VALUES (1, lower(hex(randomblob(32))));

-- Offers, now of any kind. Votes refer to them, so both tables are copied.
CREATE TABLE offer_new (
    id      INTEGER PRIMARY KEY,
    game    INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    kind    TEXT    NOT NULL,                  -- the type `OfferKind`
    person  INTEGER NOT NULL,                  -- who made it
    seat    INTEGER NOT NULL DEFAULT 0,        -- the seat it is about, if it is about one
    ply     INTEGER NOT NULL,                  -- the game's ply when it was made; of a take-back: the ply to go back to
    created INTEGER NOT NULL,
    closed  INTEGER,
    ending  TEXT CHECK (ending IN ('accepted', 'declined', 'withdrawn', 'lapsed')),
    message INTEGER                            -- the post that shows it
) STRICT;

INSERT INTO offer_new (id, game, kind, person, seat, ply, created, closed, ending, message)
SELECT id, game, kind, person, seat, ply, created, closed, ending, message FROM offer;

CREATE TABLE vote_new (
    offer  INTEGER NOT NULL REFERENCES offer_new ON DELETE CASCADE,
    person INTEGER NOT NULL,
    answer TEXT    NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (offer, person)
) STRICT, WITHOUT ROWID;

INSERT INTO vote_new (offer, person, answer, at) SELECT offer, person, answer, at FROM vote;

DROP TABLE vote;
DROP TABLE offer;
ALTER TABLE offer_new RENAME TO offer;
ALTER TABLE vote_new RENAME TO vote;

CREATE UNIQUE INDEX offer_open ON offer (game, kind, seat) WHERE closed IS NULL;
CREATE INDEX offer_game ON offer (game, id);
CREATE INDEX offer_person ON offer (person);
CREATE INDEX vote_person ON vote (person);
