-- The thread that the bot has opened for a game is named after its players. Who they are is known when the game starts.

ALTER TABLE game ADD COLUMN thread TEXT; -- the name of the thread that was opened for it; NULL if there was none
ALTER TABLE guest ADD COLUMN name TEXT;  -- what they are called on the server; known in such a thread only, and only until the lobby ends

CREATE TABLE outbox_new (
    id      INTEGER PRIMARY KEY,
    game    INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    kind    TEXT    NOT NULL CHECK (kind IN ('board', 'refresh', 'lobby', 'ready', 'rename', 'retire', 'ping', 'remind', 'unping', 'ended', 'offer', 'note', 'digest')),
    ref     INTEGER NOT NULL,                  -- board: the ply; retire: the message; ping, remind: see the code; ended: the person; offer: the offer
    person  INTEGER,                           -- whom it is for, if for one; of a board: who ended the game by their own action
    text    TEXT,                              -- of a note: what it says; of a digest: its day; of a retire: the entries that the board tells; of a ping or ended: where the board is; of a rename: the name
    due     INTEGER NOT NULL,                  -- also the end of a lease, and when it failed
    tries   INTEGER NOT NULL DEFAULT 0,
    sent    INTEGER,                           -- when it was delivered or found out of date; of a failed one: when that was told
    failed  TEXT,                              -- why it never will be
    channel INTEGER,                           -- where it was delivered; of a retire or unping: where that message is; of a rename: the thread
    message INTEGER,                           -- as which message; NULL when it was out of date, or is deleted
    reply   INTEGER,                           -- the interaction whose answer is the first try
    UNIQUE (game, kind, ref)
) STRICT;

INSERT INTO outbox_new (id, game, kind, ref, person, text, due, tries, sent, failed, channel, message, reply)
SELECT id, game, kind, ref, person, text, due, tries, sent, failed, channel, message, reply FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_new RENAME TO outbox;

CREATE INDEX outbox_due ON outbox (due) WHERE sent IS NULL AND failed IS NULL;
CREATE INDEX outbox_first ON outbox (due) WHERE sent IS NULL AND failed IS NULL AND kind <> 'refresh';
CREATE INDEX outbox_sent ON outbox (sent) WHERE sent IS NOT NULL;
CREATE INDEX outbox_failed ON outbox (game) WHERE failed IS NOT NULL;
CREATE INDEX outbox_failed_at ON outbox (due) WHERE failed IS NOT NULL;
CREATE INDEX outbox_untold ON outbox (person) WHERE failed IS NOT NULL AND sent IS NULL;
