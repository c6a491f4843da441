-- A buyer was asked and its answer is not known: the lead may be theirs, so its place does not lapse (leads/caps.ts).
ALTER TABLE lead_places ADD COLUMN unanswered boolean NOT NULL DEFAULT false;
