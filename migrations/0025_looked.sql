-- How much of a game's record a player had seen when they last used `/catchup`: its length then, without a turn that was not over.
ALTER TABLE seat ADD COLUMN looked INTEGER NOT NULL DEFAULT 0;
