-- Try-out boards: positions in which one person plays all seats.
CREATE TABLE sketch (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,  -- buttons in old messages have it, so it is never used again
    person INTEGER NOT NULL,
    kind   TEXT    NOT NULL,
    start  TEXT    NOT NULL,                   -- the position before the first move
    moves  TEXT    NOT NULL,                   -- JSON: [[seat, notation], …]
    ply    INTEGER NOT NULL,                   -- how many of them are shown; the others were undone
    posted INTEGER NOT NULL CHECK (posted IN (0, 1)), -- 1: a public message shows it, and it stays as it is
    at     INTEGER NOT NULL                    -- when it was last used
) STRICT;

CREATE INDEX sketch_person ON sketch (person, at);
CREATE INDEX sketch_at ON sketch (at);
