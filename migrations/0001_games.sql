-- Games, who sits where, what was played, and what is still to be told.
-- Times are milliseconds since 1970 (UTC); ids of guilds, channels, messages and people are Discord's.

CREATE TABLE game (
    id            INTEGER PRIMARY KEY,
    kind          TEXT    NOT NULL,            -- the game's slug
    options       TEXT    NOT NULL,            -- JSON object, as given; `players` is added at the start
    rules_version INTEGER NOT NULL,
    state         TEXT    NOT NULL CHECK (state IN ('lobby', 'running', 'ended', 'cancelled')),
    guild         INTEGER NOT NULL,
    channel       INTEGER NOT NULL,            -- where it is played: a channel or a thread
    host          INTEGER NOT NULL,            -- who opened the lobby
    created       INTEGER NOT NULL,
    started       INTEGER,
    ended         INTEGER,
    ply           INTEGER NOT NULL DEFAULT 0,  -- entries in `move`
    ranking       TEXT,                        -- JSON list of lists of seat numbers, best first
    reason        TEXT,
    lobby_message INTEGER,
    host_told     INTEGER NOT NULL DEFAULT 0,  -- whether the host was told that the lobby can start
    board_message INTEGER,                     -- the newest board post
    board_turn    INTEGER,                     -- the turn that post is about
    board_ply     INTEGER NOT NULL DEFAULT 0   -- how much of the record people have been told
) STRICT;

-- One game at a time in a channel.
CREATE UNIQUE INDEX game_channel ON game (channel) WHERE state IN ('lobby', 'running');
CREATE INDEX game_place ON game (channel, id);
CREATE INDEX game_lobby ON game (created) WHERE state = 'lobby';

-- People asked into a lobby or in it, in the order in which they came.
CREATE TABLE guest (
    game   INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    person INTEGER NOT NULL,
    answer TEXT    NOT NULL CHECK (answer IN ('invited', 'joined', 'declined')),
    at     INTEGER NOT NULL,
    PRIMARY KEY (game, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX guest_person ON guest (person, game);

-- Who plays which seat of a game that has started.
CREATE TABLE seat (
    game    INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    seat    INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 8),
    person  INTEGER NOT NULL,
    waiting INTEGER NOT NULL DEFAULT 0 CHECK (waiting IN (0, 1)), -- whether the game waits for this seat
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_person ON seat (person, game);

-- The record. Everything else about a running game follows from it.
CREATE TABLE move (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    ply  INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    move TEXT    NOT NULL,                     -- canonical notation, or an entry of the table such as !resign
    at   INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- Interactions that were carried out, so that the same one delivered twice is carried out once.
CREATE TABLE done (
    interaction INTEGER PRIMARY KEY,
    game        INTEGER NOT NULL,              -- no reference: that would take a further index, written with every move
    ply         INTEGER NOT NULL,              -- the game's ply after it
    at          INTEGER NOT NULL
) STRICT;

CREATE INDEX done_at ON done (at);

-- What is to be told on Discord, written in the same transaction as what it tells.
CREATE TABLE outbox (
    id     INTEGER PRIMARY KEY,
    game   INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    ply    INTEGER NOT NULL,
    kind   TEXT    NOT NULL CHECK (kind IN ('board', 'lobby', 'ready')),
    due    INTEGER NOT NULL,                   -- also the end of a lease
    tries  INTEGER NOT NULL DEFAULT 0,
    sent   INTEGER,                            -- when it was delivered or found out of date
    failed TEXT,                               -- why it never will be
    UNIQUE (game, ply, kind)
) STRICT;

CREATE INDEX outbox_due ON outbox (due) WHERE sent IS NULL AND failed IS NULL;
