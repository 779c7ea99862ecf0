-- What people read of ratings.

-- The newest result that changed a rating in the pool. A server's leaderboard begins with the pool that was played in last.
ALTER TABLE pool ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
