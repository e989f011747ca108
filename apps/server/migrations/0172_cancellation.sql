-- Links by mail that cancel a subscription without signing in.
CREATE TABLE cancellation (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspace ON DELETE CASCADE,
  email text NOT NULL,
  -- SHA-256
  token_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  confirmed_at timestamptz
);
