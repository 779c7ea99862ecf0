-- A try-out board can also be a lesson, in which one person plays the first seat against a machine.
ALTER TABLE sketch ADD COLUMN purpose TEXT NOT NULL DEFAULT 'tryout' CHECK (purpose IN ('tryout', 'lesson', 'puzzle'));
