-- What the review list of `/admin ratings` reads, and acts of the operator in the log of a server.

-- The rated games that a person has won against another one, by server and day.
CREATE INDEX meeting_won ON meeting (guild, day, person, opponent, kind) WHERE rated = 1 AND score = 2;

-- Games that the rules have ended, by class: on a server, and on all of them.
CREATE INDEX game_class_here ON game (guild, kind, class)
WHERE state = 'ended' AND reason NOT IN ('resigned', 'timeout', 'agreed', 'late');
CREATE INDEX game_class ON game (kind, class)
WHERE state = 'ended' AND reason NOT IN ('resigned', 'timeout', 'agreed', 'late');

-- The log, now with acts of the operator, who is no person on Discord.
CREATE TABLE audit_new (
    id     INTEGER PRIMARY KEY,
    guild  INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    actor  INTEGER,                            -- NULL: the operator of the bot
    action TEXT    NOT NULL,                   -- the type `AuditAction`
    target TEXT    NOT NULL,                   -- `setting:<name>`, `person:<id>` or `game:<id>`
    before TEXT,                               -- of a setting: its value; NULL: the default
    after  TEXT,
    reason TEXT
) STRICT;

INSERT INTO audit_new (id, guild, at, actor, action, target, before, after, reason)
SELECT id, guild, at, actor, action, target, before, after, reason FROM audit;
DROP TABLE audit;
ALTER TABLE audit_new RENAME TO audit;

CREATE INDEX audit_guild ON audit (guild, id);
CREATE INDEX audit_actor ON audit (actor);
CREATE INDEX audit_target ON audit (target);
CREATE INDEX audit_at ON audit (at);
