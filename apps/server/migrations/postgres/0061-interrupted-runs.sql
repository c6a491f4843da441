-- How often the worker of a run ended while it did the run. Such an end is no failed attempt (docs/decisions/0357).
ALTER TABLE runs ADD COLUMN interruptions integer NOT NULL DEFAULT 0;
