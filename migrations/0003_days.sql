-- What follows the day: boards say when a clock begins to stand for the night or the weekend, and when it goes on; nobody gets
-- two digests a day. That all boards of a time zone change at the same moment keeps nothing else waiting.

CREATE TABLE timer_new (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    seat INTEGER NOT NULL,                     -- 0: the game as a whole
    kind TEXT    NOT NULL CHECK (kind IN ('flag', 'remind', 'calendar')),
    due  INTEGER NOT NULL,
    step INTEGER NOT NULL DEFAULT 0,           -- of reminders: how many have been sent
    PRIMARY KEY (game, seat, kind, step)
) STRICT, WITHOUT ROWID;

INSERT INTO timer_new (game, seat, kind, due, step) SELECT game, seat, kind, due, step FROM timer WHERE kind <> 'offer';

DROP TABLE timer;
ALTER TABLE timer_new RENAME TO timer;

CREATE INDEX timer_due ON timer (due);

-- What is told before boards are brought up to date.
CREATE INDEX outbox_first ON outbox (due) WHERE sent IS NULL AND failed IS NULL AND kind <> 'refresh';

-- What is open or played on a server.
CREATE INDEX game_guild ON game (guild) WHERE state IN ('lobby', 'running');

ALTER TABLE person ADD COLUMN digest_day TEXT; -- the local day of the last digest
