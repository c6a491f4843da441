-- The Google account of a person, so that whoever gets the person's address later does not get the access as well
-- (docs/decisions/0319). A link counts as long as the person has the address with which it was made.
CREATE TABLE google_accounts (
  user_id bigint PRIMARY KEY REFERENCES users,
  subject text NOT NULL UNIQUE,
  email text NOT NULL,
  linked_at timestamptz NOT NULL
);
