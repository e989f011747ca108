-- A forgotten password that waits for the mailed code. Where nobody has the address (account_id is null) it leads
-- nowhere, and whoever asked cannot tell.
CREATE TABLE recovery (
  id uuid PRIMARY KEY,
  -- SHA-256 of what the browser that asked holds
  state_hash bytea NOT NULL UNIQUE,
  account_id uuid REFERENCES account ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  tries int NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX recovery_account ON recovery (account_id);
CREATE INDEX recovery_expiry ON recovery (expires_at);

-- The certificate of the seeds that the recovery kit opens, where a reset has given the account another since.
ALTER TABLE account ADD COLUMN phrase_public_key jsonb;

-- The certificate whose seeds the session's device keeps, since the account was given another. Such a session may
-- answer for the new certificate and nothing else.
ALTER TABLE session ADD COLUMN former_public_key jsonb;

-- Fingerprint of the certificate under whose seeds it is sealed, where a reset has given the account another since.
ALTER TABLE account_pin ADD COLUMN former_key text;

-- What lay in the personal scope before a reset, kept in the tables under this scope id until the phrase opens it.
CREATE TABLE former_personal_scope (
  scope_id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- fingerprint of the certificate whose seeds open it, base64url
  cert_key text NOT NULL
);
CREATE INDEX former_personal_scope_account ON former_personal_scope (account_id);
