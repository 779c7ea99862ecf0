-- Who opens how many lobbies, and where: what one person may ask of a server is limited.

ALTER TABLE game ADD COLUMN home INTEGER; -- the channel that its lobby was opened from; of a thread, the channel above it

CREATE INDEX game_host ON game (host, created);
CREATE INDEX game_home ON game (home, created) WHERE home IS NOT NULL;
