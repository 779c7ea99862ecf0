-- What the people who manage a server have set, whom they have blocked, a log of both, and results in a channel of their own.

-- A setting that has no row has its default. Migration 2 kept the default clock in a table of its own.
CREATE TABLE setting (
    guild INTEGER NOT NULL,
    name  TEXT    NOT NULL,                    -- the type `Setting`
    value TEXT    NOT NULL,                    -- in its text form: a number, ids with commas between them, a time control, a word
    PRIMARY KEY (guild, name)
) STRICT, WITHOUT ROWID;

INSERT INTO setting (guild, name, value) SELECT guild, 'clock', control FROM guild WHERE control IS NOT NULL;
DROP TABLE guild;

-- People who may not open or join games on a server.
CREATE TABLE blocked (
    guild  INTEGER NOT NULL,
    person INTEGER NOT NULL,
    actor  INTEGER NOT NULL,                   -- who has blocked them
    at     INTEGER NOT NULL,
    reason TEXT    NOT NULL,                   -- which the person reads
    PRIMARY KEY (guild, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocked_person ON blocked (person);

-- One row for each act of a person who manages a server, written in the transaction of the act.
CREATE TABLE audit (
    id     INTEGER PRIMARY KEY,
    guild  INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    actor  INTEGER NOT NULL,
    action TEXT    NOT NULL,                   -- the type `AuditAction`
    target TEXT    NOT NULL,                   -- `setting:<name>`, `person:<id>` or `game:<id>`
    before TEXT,                               -- of a setting: its value; NULL: the default
    after  TEXT,
    reason TEXT
) STRICT;

CREATE INDEX audit_guild ON audit (guild, id);
CREATE INDEX audit_actor ON audit (actor);
CREATE INDEX audit_target ON audit (target);
CREATE INDEX audit_at ON audit (at);

-- The outbox, now with results of games for the channel that a server has chosen for them.
CREATE TABLE outbox_new (
    id      INTEGER PRIMARY KEY,
    game    INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    kind    TEXT    NOT NULL CHECK (kind IN ('board', 'refresh', 'lobby', 'ready', 'rename', 'retire', 'ping', 'remind', 'unping', 'ended', 'offer', 'notice', 'digest', 'result')),
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
