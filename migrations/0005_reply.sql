-- Version 5: what everybody sees is first tried as the answer to the interaction that has asked for it.

ALTER TABLE outbox ADD COLUMN reply INTEGER;   -- that interaction; what is known of it is gone with the process
