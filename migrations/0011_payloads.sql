-- What an outbox entry sends is one JSON value, and the key that tells it from others of its kind follows from that value.

CREATE TABLE outbox_new (
    id      INTEGER PRIMARY KEY,
    game    INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    kind    TEXT    NOT NULL CHECK (kind IN ('board', 'refresh', 'lobby', 'ready', 'rename', 'retire', 'ping', 'remind', 'unping', 'ended', 'offer', 'notice', 'digest')),
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
SELECT
    id, game, iif(kind = 'note', 'notice', kind),
    CASE
        WHEN kind IN ('refresh', 'lobby', 'rename') THEN ''
        WHEN kind = 'ping' THEN (ref / 8) || '.' || (ref % 8)
        WHEN kind = 'remind' THEN (ref / 2048) || '.' || (ref / 256 % 8) || '.' || (ref % 256)
        WHEN kind = 'offer' THEN (ref / 4) || '.' || (ref % 4)
        ELSE ref                               -- of a digest, too: a person who changes their time zone can have two of one day
    END,
    CASE kind
        WHEN 'board' THEN json_object('kind', kind, 'ply', ref, 'ended_by', person)
        WHEN 'ready' THEN json_object('kind', kind, 'number', ref)
        WHEN 'rename' THEN json_object('kind', kind, 'channel', channel, 'name', text)
        WHEN 'retire' THEN json_object('kind', kind, 'channel', channel, 'message', ref,
            'since', CAST(substr(text, 1, instr(text, '..') - 1) AS INTEGER),
            'ply', CAST(substr(text, instr(text, '..') + 2) AS INTEGER))
        WHEN 'ping' THEN json_object('kind', kind, 'person', person, 'board', CAST(text AS INTEGER),
            'notification', json_object('turn', ref / 8, 'seat', ref % 8))
        WHEN 'remind' THEN json_object('kind', kind, 'person', person, 'board', CAST(text AS INTEGER),
            'notification', json_object('turn', ref / 2048, 'seat', ref / 256 % 8), 'number', ref % 256)
        WHEN 'unping' THEN json_object('kind', kind, 'channel', channel, 'message', ref)
        WHEN 'ended' THEN json_object('kind', kind, 'person', person, 'board', CAST(text AS INTEGER))
        WHEN 'offer' THEN json_object('kind', kind, 'offer', ref / 4,
            'post', CASE ref % 4 WHEN 0 THEN 'itself' WHEN 1 THEN 'news' ELSE 'resumed' END)
        WHEN 'note' THEN json_object('kind', 'notice', 'number', ref, 'person', person, 'channel', channel,
            'notice', json(CASE                -- a text that is no such JSON is a sentence
                WHEN NOT json_valid(text) THEN json_object('text', text)
                WHEN text = '"no_digest"'
                    OR json_type(text, '$.text') = 'text' OR json_type(text, '$.vacation') = 'object'
                    OR json_type(text, '$.plans') = 'object' OR json_type(text, '$.offer') = 'integer' THEN text
                ELSE json_object('text', text)
            END))
        WHEN 'digest' THEN json_object('kind', kind, 'person', person, 'day', text)
        ELSE json_object('kind', kind)         -- refresh, lobby
    END,
    due, tries, sent, failed, channel, message, reply
FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_new RENAME TO outbox;

CREATE INDEX outbox_due ON outbox (due) WHERE sent IS NULL AND failed IS NULL;
CREATE INDEX outbox_first ON outbox (due) WHERE sent IS NULL AND failed IS NULL AND kind <> 'refresh';
CREATE INDEX outbox_sent ON outbox (sent) WHERE sent IS NOT NULL;
CREATE INDEX outbox_failed ON outbox (game) WHERE failed IS NOT NULL;
CREATE INDEX outbox_failed_at ON outbox (due) WHERE failed IS NOT NULL;
CREATE INDEX outbox_undelivered ON outbox (json_extract(payload, '$.person')) WHERE failed IS NOT NULL AND sent IS NULL;
