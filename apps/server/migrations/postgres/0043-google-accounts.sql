-- The Google account of each person. Somebody else who gets the person's address later cannot sign in as the person
-- (docs/decisions/0319). A link is valid as long as the person has the address with which it was made.
CREATE TABLE google_accounts (
  user_id bigint PRIMARY KEY REFERENCES users,
  subject text NOT NULL UNIQUE,
  email text NOT NULL,
  linked_at timestamptz NOT NULL
);
