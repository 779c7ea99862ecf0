-- Correspondence play: clocks, due work, offers, plans, people's and servers' settings, and an outbox for all that is told.

ALTER TABLE game ADD COLUMN seating TEXT NOT NULL DEFAULT 'lot' CHECK (seating IN ('lot', 'order')); -- how seats are given
ALTER TABLE game ADD COLUMN control TEXT NOT NULL DEFAULT 'none';  -- the time control, in its text form
ALTER TABLE game ADD COLUMN paused  INTEGER;                       -- since when all clocks stand by consent
ALTER TABLE game ADD COLUMN rematch_of INTEGER REFERENCES game ON DELETE SET NULL; -- the game this one is the rematch of
ALTER TABLE game ADD COLUMN archived INTEGER;                      -- when its channel was found gone for good

ALTER TABLE game ADD COLUMN board_since INTEGER NOT NULL DEFAULT 0; -- the first entry of the record that the newest board post tells
ALTER TABLE game ADD COLUMN board_count INTEGER NOT NULL DEFAULT 0; -- board posts so far

CREATE INDEX game_archived ON game (archived) WHERE archived IS NOT NULL AND state = 'running';
CREATE INDEX game_rematch ON game (rematch_of) WHERE rematch_of IS NOT NULL;

-- A board post that may have been made: its answer has not come yet. What it tells, so that it is known if it is found.
CREATE TABLE attempt (
    game  INTEGER PRIMARY KEY REFERENCES game ON DELETE CASCADE,
    turn  INTEGER NOT NULL,
    ply   INTEGER NOT NULL,
    since INTEGER NOT NULL,
    pings TEXT    NOT NULL                     -- JSON list of the people it notifies
) STRICT;

-- CRC-32 of the position text after the entry; NULL for records from before it was kept.
ALTER TABLE move ADD COLUMN hash INTEGER;

-- How much time a seat has, and whether it runs. No row: the game has no clock.
CREATE TABLE clock (
    game   INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    seat   INTEGER NOT NULL,
    left   INTEGER NOT NULL,                   -- milliseconds, as of `since`
    since  INTEGER,                            -- it runs from here (may lie ahead); NULL: it stands
    full   INTEGER NOT NULL,                   -- milliseconds that its turn began with, and what was given in it
    turn   INTEGER,                            -- the turn that the seat is in; NULL: nothing is expected of it
    hours  TEXT    NOT NULL DEFAULT 'UTC',     -- the player's hours as they were when that turn began
    overdue INTEGER,                           -- when it ran out, if the others may choose what follows
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- Work that is due at a time. What it finds then decides whether anything is done.
CREATE TABLE timer (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    seat INTEGER NOT NULL,                     -- 0: the game as a whole
    kind TEXT    NOT NULL CHECK (kind IN ('flag', 'remind', 'offer')),
    due  INTEGER NOT NULL,
    step INTEGER NOT NULL DEFAULT 0,           -- of reminders: how many have been sent; of offers: which offer
    PRIMARY KEY (game, seat, kind, step)
) STRICT, WITHOUT ROWID;

CREATE INDEX timer_due ON timer (due);

-- Something that players must agree on, or may choose.
CREATE TABLE offer (
    id      INTEGER PRIMARY KEY,
    game    INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    kind    TEXT    NOT NULL CHECK (kind IN ('draw', 'takeback', 'abort', 'pause', 'overdue', 'substitute')),
    person  INTEGER NOT NULL,                  -- who made it
    seat    INTEGER NOT NULL DEFAULT 0,        -- the seat it is about, if it is about one
    ply     INTEGER NOT NULL,                  -- the game's ply when it was made; of a take-back: the ply to go back to
    created INTEGER NOT NULL,
    closed  INTEGER,
    result  TEXT CHECK (result IN ('accepted', 'declined', 'withdrawn', 'lapsed')),
    message INTEGER                            -- the post that shows it
) STRICT;

CREATE UNIQUE INDEX offer_open ON offer (game, kind, seat) WHERE closed IS NULL;
CREATE INDEX offer_game ON offer (game, id);

CREATE TABLE vote (
    offer  INTEGER NOT NULL REFERENCES offer ON DELETE CASCADE,
    person INTEGER NOT NULL,
    answer TEXT    NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (offer, person)
) STRICT, WITHOUT ROWID;

-- A seat that went from one person to another.
CREATE TABLE substitution (
    game   INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    seat   INTEGER NOT NULL,
    ply    INTEGER NOT NULL,
    before INTEGER NOT NULL,                   -- who had it
    after  INTEGER NOT NULL,                   -- who has it from that ply on
    at     INTEGER NOT NULL,
    PRIMARY KEY (game, seat, at)
) STRICT, WITHOUT ROWID;

-- Moves that a player has queued in private: one line of conditions and replies from the position as it is now. Several of a
-- player are the branches of a tree.
CREATE TABLE plan (
    id      INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: a menu on somebody's screen may name one that is gone
    game    INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    person  INTEGER NOT NULL,
    steps   TEXT    NOT NULL,                  -- JSON: [{"if": [notation, …], "then": [notation, …]}, …]; no "if": whatever
    draft   INTEGER NOT NULL CHECK (draft IN (0, 1)), -- whether its last step is still being put together
    created INTEGER NOT NULL
) STRICT;

CREATE INDEX plan_game ON plan (game);

-- What somebody has set for themselves.
CREATE TABLE person (
    person      INTEGER PRIMARY KEY,
    hours       TEXT    NOT NULL DEFAULT 'UTC',     -- time zone and hours of sleep, in their text form
    pings       TEXT    NOT NULL DEFAULT 'channel' CHECK (pings IN ('channel', 'dm')),
    remind      INTEGER NOT NULL DEFAULT 80 CHECK (remind BETWEEN 0 AND 100), -- at which share of the time, in percent; 0: never
    digest      INTEGER,                            -- minute of the local day; NULL: none
    digest_due  INTEGER,                            -- when the next one is to be sent
    hours_set   INTEGER,                            -- when hours with a sleep were last set
    vacation_year INTEGER NOT NULL DEFAULT 0,       -- the local year that `vacation_used` counts in
    vacation_used INTEGER NOT NULL DEFAULT 0,       -- days
    vacation_until INTEGER,                         -- when the last day that was taken is over
    dm          INTEGER,                            -- the channel of direct messages, once it is known
    dm_closed   INTEGER                             -- when Discord last refused a direct message
) STRICT;

CREATE INDEX person_digest ON person (digest_due) WHERE digest_due IS NOT NULL;

-- What a server's administrators have set.
CREATE TABLE guild (
    guild   INTEGER PRIMARY KEY,
    control TEXT                                    -- the time control that `/play` takes unless told otherwise
) STRICT;

-- When the bot was last seen alive, and the times it was away: no clock runs then.
CREATE TABLE pulse (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;

CREATE TABLE outage (
    since INTEGER PRIMARY KEY,
    until INTEGER NOT NULL,
    given INTEGER DEFAULT 0                         -- games up to this one have got the time back; NULL: all have
) STRICT;

CREATE INDEX outage_given ON outage (given) WHERE given IS NOT NULL;

-- The outbox, now for everything that is told. `ref` says which of its kind it is.
CREATE TABLE outbox_new (
    id      INTEGER PRIMARY KEY,
    game    INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    kind    TEXT    NOT NULL CHECK (kind IN ('board', 'refresh', 'lobby', 'ready', 'retire', 'ping', 'remind', 'unping', 'offer', 'note', 'digest')),
    ref     INTEGER NOT NULL,                  -- board: the ply; retire: the message; ping, remind: see the code; offer: the offer
    person  INTEGER,                           -- whom it is for, if for one
    text    TEXT,                              -- of a note: what it says; of a digest: its day; of a retire: the entries that the board tells; of a ping: where the board is
    due     INTEGER NOT NULL,                  -- also the end of a lease, and when it failed
    tries   INTEGER NOT NULL DEFAULT 0,
    sent    INTEGER,                           -- when it was delivered or found out of date; of a failed one: when that was told
    failed  TEXT,                              -- why it never will be
    channel INTEGER,                           -- where it was delivered; of a retire or unping: where that message is
    message INTEGER,                           -- as which message; NULL when it was out of date, or is deleted
    UNIQUE (game, kind, ref)
) STRICT;

INSERT INTO outbox_new (id, game, kind, ref, due, tries, sent, failed)
SELECT id, game, kind, ply, due, tries, sent, failed FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_new RENAME TO outbox;

CREATE INDEX outbox_due ON outbox (due) WHERE sent IS NULL AND failed IS NULL;
CREATE INDEX outbox_sent ON outbox (sent) WHERE sent IS NOT NULL;
CREATE INDEX outbox_failed ON outbox (game) WHERE failed IS NOT NULL;
CREATE INDEX outbox_failed_at ON outbox (due) WHERE failed IS NOT NULL;
CREATE INDEX outbox_untold ON outbox (person) WHERE failed IS NOT NULL AND sent IS NULL;
