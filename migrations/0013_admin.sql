-- What the people who manage a server have set, whom they have blocked, and a log of both.

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
