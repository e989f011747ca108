-- A forgotten password that waits for the mailed code. Where nobody has the address (account_id is null) it leads
-- nowhere, and whoever asked cannot tell.
CREATE TABLE recovery (
  id uuid PRIMARY KEY,
  -- SHA-256 of the secret in the browser that asked
  state_hash bytea NOT NULL UNIQUE,
  account_id uuid REFERENCES account ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  tries int NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX recovery_account ON recovery (account_id);
CREATE INDEX recovery_expiry ON recovery (expires_at);

-- What lay in the personal scope before a reset, in the tables under this scope id. The phrase brings it back as records of now;
-- these stay until the account is deleted.
CREATE TABLE former_personal_scope (
  scope_id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- fingerprint of the certificate whose seeds open it, base64url
  cert_key text NOT NULL
);
CREATE INDEX former_personal_scope_account ON former_personal_scope (account_id);
