-- One name for one thing: the words of the code.

ALTER TABLE game RENAME COLUMN archived TO suspended;           -- when its channel was found gone, or the bot removed
ALTER TABLE game RENAME COLUMN host_told TO host_notified;      -- whether the host was notified that the lobby can start
ALTER TABLE attempt RENAME TO pending_post;                     -- a board post whose outcome is unknown
ALTER TABLE pulse RENAME TO heartbeat;                          -- the bot's sign of life
ALTER TABLE offer RENAME COLUMN result TO ending;

DROP INDEX game_archived;
CREATE INDEX game_suspended ON game (suspended) WHERE suspended IS NOT NULL AND state = 'running';

