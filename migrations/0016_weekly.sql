-- The weekly post of a server's leaderboards.

-- One row for each server that has chosen a channel for results. The post itself may be switched off.
CREATE TABLE weekly (
    guild   INTEGER PRIMARY KEY,
    due     INTEGER NOT NULL,                  -- when the next post is due; 0: no time was chosen yet
    game    INTEGER,                           -- the game to which the outbox entry of the post belongs: always the same rated one
    channel INTEGER,                           -- where the newest post is
    message INTEGER                            -- and as which message
) STRICT;

CREATE INDEX weekly_due ON weekly (due);

INSERT INTO weekly (guild, due) SELECT guild, 0 FROM setting WHERE name = 'results';

-- The outbox, now with these posts.
CREATE TABLE outbox_new (
    id      INTEGER PRIMARY KEY,
    game    INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    kind    TEXT    NOT NULL CHECK (kind IN ('board', 'refresh', 'lobby', 'ready', 'rename', 'retire', 'ping', 'remind', 'unping', 'ended', 'offer', 'notice', 'digest', 'result', 'weekly')),
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
