-- What a person wants to see and to be notified of.

-- Reminders of a move, such as '50%, 8h, 1h', or 'none'. They replace the percentage of the first of three reminders.
ALTER TABLE person ADD COLUMN reminders TEXT NOT NULL DEFAULT '80%, 85%, 95%';
UPDATE person SET reminders = CASE
    WHEN remind = 0 THEN 'none'
    ELSE min(remind, 99) || '%, ' || min(remind + (100 - remind) / 4, 99) || '%, ' || min(100 - (100 - remind) / 4, 99) || '%'
END;
ALTER TABLE person DROP COLUMN remind;
-- The kinds of notifications that the person has switched off, with commas between them.
ALTER TABLE person ADD COLUMN muted TEXT NOT NULL DEFAULT '';
-- Whether a vacation day is spent by itself when the person's time is up.
ALTER TABLE person ADD COLUMN spends_vacation INTEGER NOT NULL DEFAULT 1 CHECK (spends_vacation IN (0, 1));
-- When Discord last accepted and last refused a direct message to the person. dm_closed is forgotten when they try again.
ALTER TABLE person ADD COLUMN dm_accepted INTEGER;
ALTER TABLE person ADD COLUMN dm_refused  INTEGER;
UPDATE person SET dm_refused = dm_closed;
-- Whether private boards come in letters, films as numbered pictures, and moves of the panel without a preview.
ALTER TABLE person ADD COLUMN text  INTEGER NOT NULL DEFAULT 0 CHECK (text IN (0, 1));
ALTER TABLE person ADD COLUMN still INTEGER NOT NULL DEFAULT 0 CHECK (still IN (0, 1));
ALTER TABLE person ADD COLUMN quick INTEGER NOT NULL DEFAULT 0 CHECK (quick IN (0, 1));
-- What ends a plan that passes by itself: 'capture' or 'change'. Such a plan has no steps.
ALTER TABLE plan ADD COLUMN pass TEXT CHECK (pass IN ('capture', 'change'));
