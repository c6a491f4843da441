-- Receivers say "no" with the status 200, so an address can name the texts of its answers.
ALTER TABLE outgoing_postbacks
  ADD COLUMN success_text text CHECK (char_length(success_text) <= 200),
  ADD COLUMN failure_text text CHECK (char_length(failure_text) <= 200);
