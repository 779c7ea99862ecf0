-- How a person's private pictures look.

-- The theme, or NULL for the one that the bot was started with.
ALTER TABLE person ADD COLUMN theme    TEXT CHECK (theme IN ('light', 'dark', 'contrast'));
-- Whether bodies of pieces have fillings, whether boards are turned to the person's side, and whether pictures are big.
ALTER TABLE person ADD COLUMN patterns INTEGER NOT NULL DEFAULT 0 CHECK (patterns IN (0, 1));
ALTER TABLE person ADD COLUMN flip     INTEGER NOT NULL DEFAULT 0 CHECK (flip IN (0, 1));
ALTER TABLE person ADD COLUMN big      INTEGER NOT NULL DEFAULT 0 CHECK (big IN (0, 1));
