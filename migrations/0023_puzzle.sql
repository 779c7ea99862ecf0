-- The daily puzzles of servers: positions with one clearly best turn.
CREATE TABLE puzzle (
    id       INTEGER PRIMARY KEY AUTOINCREMENT, -- buttons in old messages have it, so it is never used again
    guild    INTEGER NOT NULL,
    day      INTEGER NOT NULL,                 -- the day on which it is posted
    kind     TEXT    NOT NULL,
    position TEXT    NOT NULL,
    solution TEXT    NOT NULL,                 -- JSON: the moves of the best turn
    played   INTEGER NOT NULL CHECK (played IN (0, 1)), -- 1: a position of a finished game of the server; 0: machines played it
    posted   INTEGER NOT NULL DEFAULT 0 CHECK (posted IN (0, 1)), -- 1: its post is queued, so people may solve it
    UNIQUE (guild, day)
) STRICT;

CREATE INDEX puzzle_day ON puzzle (day);

-- One row for each server that has chosen a channel for puzzles.
CREATE TABLE puzzle_post (
    guild INTEGER PRIMARY KEY,
    due   INTEGER NOT NULL                     -- when the next puzzle is posted
) STRICT;

CREATE INDEX puzzle_post_due ON puzzle_post (due);

-- The first full answer of a person to a puzzle. Later ones are not stored.
CREATE TABLE puzzle_answer (
    puzzle INTEGER NOT NULL REFERENCES puzzle ON DELETE CASCADE,
    person INTEGER NOT NULL,
    turn   TEXT    NOT NULL,                   -- JSON: the moves
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    at     INTEGER NOT NULL,
    PRIMARY KEY (puzzle, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_answer_person ON puzzle_answer (person);

-- How a person does with the puzzles of a server.
CREATE TABLE puzzle_streak (
    guild  INTEGER NOT NULL,
    person INTEGER NOT NULL,
    last   INTEGER NOT NULL,                   -- the day of the last puzzle that they answered
    run    INTEGER NOT NULL,                   -- how many puzzles in a row they have solved, up to that one
    best   INTEGER NOT NULL,                   -- the longest such run
    tried  INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    PRIMARY KEY (guild, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_streak_best ON puzzle_streak (guild, best DESC, person);
CREATE INDEX puzzle_streak_person ON puzzle_streak (person);

-- Puzzles come from the finished games of their server.
CREATE INDEX game_ended ON game (guild, id) WHERE state = 'ended';

-- The puzzle that is solved on a board.
ALTER TABLE sketch ADD COLUMN puzzle INTEGER;

-- The outbox, now with puzzles.
CREATE TABLE outbox_new (
    id      INTEGER PRIMARY KEY,
    game    INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    kind    TEXT    NOT NULL CHECK (kind IN ('board', 'refresh', 'lobby', 'ready', 'rename', 'retire', 'ping', 'remind', 'unping', 'ended', 'offer', 'notice', 'digest', 'result', 'weekly', 'puzzle')),
    key     TEXT    NOT NULL,                  -- sets it apart from the other entries of its kind in the game
    payload TEXT    NOT NULL,                  -- JSON: the type `Payload`
    due     INTEGER NOT NULL,                  -- also the end of a lease, and when it failed
    tries   INTEGER NOT NULL DEFAULT 0,
    sent    INTEGER,                           -- when it was delivered or found out of date; of a failed one: when people learned of it
    failed  TEXT,                              -- why it never will be
    channel INTEGER,                           -- where it was delivered
    message INTEGER,                           -- as which message; NULL when it was out of date, or is deleted
    reply   INTEGER,                           -- the interaction whose response is the first attempt
    UNIQUE (game, kind, key)
) STRICT;

INSERT INTO outbox_new (id, game, kind, key, payload, due, tries, sent, failed, channel, message, reply)
SELECT id, game, kind, key, payload, due, tries, sent, failed, channel, message, reply FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_new RENAME TO outbox;

CREATE INDEX outbox_due ON outbox (due) WHERE sent IS NULL AND failed IS NULL;
CREATE INDEX outbox_first ON outbox (due) WHERE sent IS NULL AND failed IS NULL AND kind <> 'refresh';
CREATE INDEX outbox_sent ON outbox (sent) WHERE sent IS NOT NULL;
CREATE INDEX outbox_failed ON outbox (game) WHERE failed IS NOT NULL;
CREATE INDEX outbox_failed_at ON outbox (due) WHERE failed IS NOT NULL;
CREATE INDEX outbox_undelivered ON outbox (json_extract(payload, '$.person')) WHERE failed IS NOT NULL AND sent IS NULL;
