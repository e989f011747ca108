-- A sign-up that waits for its code. It becomes an account when the code comes back, so every account is verified.
CREATE TABLE registration (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  -- SHA-256 of the cookie that ties the code to the browser that signed up
  token_hash bytea NOT NULL UNIQUE,
  code_hash bytea NOT NULL,
  code_expires_at timestamptz NOT NULL,
  tries int NOT NULL DEFAULT 0,
  auth_hash bytea NOT NULL,
  suite smallint NOT NULL,
  account_salt bytea NOT NULL,
  public_key jsonb NOT NULL,
  private_key bytea NOT NULL,
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX registration_email ON registration (email, created_at);

CREATE TABLE account (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE,
  -- HMAC-SHA-256 of the key that the client derives from the password, under a pepper outside the database
  auth_hash bytea NOT NULL,
  suite smallint NOT NULL,
  account_salt bytea NOT NULL,
  -- the self-signed certificate
  public_key jsonb NOT NULL,
  -- the account seeds, sealed under the password
  private_key bytea NOT NULL,
  -- the recovery kit's half: the proof of the phrase, and the seeds sealed under it
  phrase_verification bytea,
  phrase_private_key bytea,
  -- the kit's words, sealed under the password, so that they can be printed again; null without a kit, and after a reset
  phrase_sealed bytea,
  -- the certificate of the seeds that the kit opens, where a reset has given the account another since
  phrase_public_key jsonb,
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE session (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  -- this session's part of the key to the seeds on the device
  device_share bytea NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- the certificate whose seeds the device keeps, where a reset has given the account another since; such a session may
  -- answer for the new certificate and nothing else
  former_public_key jsonb
);
CREATE INDEX session_account ON session (account_id);

-- Browsers that were signed in to an account. Guesses of strangers do not lock them out.
CREATE TABLE known_device (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- SHA-256 of the token in the browser's cookie
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, token_hash)
);

-- The newest head of a workspace's member log that a user saw, sealed and signed under their account keys.
CREATE TABLE account_pin (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  sealed bytea NOT NULL,
  -- fingerprint of the certificate under whose seeds it is sealed, where a reset has given the account another since
  former_key text,
  PRIMARY KEY (account_id, workspace_id)
);
-- what goes with a workspace
CREATE INDEX account_pin_workspace ON account_pin (workspace_id);
