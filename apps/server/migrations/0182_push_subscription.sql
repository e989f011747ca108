-- Where browsers take pushes: one for each session, gone with it.
CREATE TABLE push_subscription (
  session_id uuid PRIMARY KEY REFERENCES session ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE,
  p256dh bytea NOT NULL,
  auth bytea NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX push_subscription_account ON push_subscription (account_id);
