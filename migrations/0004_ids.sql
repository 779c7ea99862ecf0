-- The least ids that new games and offers get. Restoring a backup raises them above all that was posted since it was made: buttons
-- of those posts must not act on what is new.

CREATE TABLE least_id (
    one   INTEGER PRIMARY KEY CHECK (one = 1),
    game  INTEGER NOT NULL,
    offer INTEGER NOT NULL
) STRICT;

INSERT INTO least_id (one, game, offer) VALUES (1, 1, 1);
