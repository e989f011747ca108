-- Another address that an account asked for, and that waits for the code mailed there; one for each account.
CREATE TABLE email_change (
  account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  -- lower case
  email text NOT NULL,
  code_hash bytea NOT NULL,
  tries int NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
