-- Due entries in the order in which they are delivered. PostgreSQL would sort thousands of them to find the first; SQLite's indexes
-- end with the id anyway.
DROP INDEX outbox_due;
DROP INDEX outbox_first;
CREATE INDEX outbox_due ON outbox (due, id) WHERE sent IS NULL AND failed IS NULL;
CREATE INDEX outbox_first ON outbox (due, id) WHERE sent IS NULL AND failed IS NULL AND kind <> 'refresh';
