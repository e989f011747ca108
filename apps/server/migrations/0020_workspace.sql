CREATE TABLE workspace (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  color text NOT NULL,
  -- a small PNG, empty for none; readable here because an invitation shows it before any key is there
  logo bytea NOT NULL,
  plan text NOT NULL,
  trial_ends_at timestamptz,
  created_at timestamptz NOT NULL,
  -- set when the owner deletes it: nobody is a member any more, and a job removes what it held
  deleted_at timestamptz
);
CREATE INDEX workspace_deleted ON workspace (deleted_at) WHERE deleted_at IS NOT NULL;

-- The folded member log as the server needs it for queries. Written by folding alone; the log decides.
CREATE TABLE membership (
  workspace_id uuid NOT NULL REFERENCES workspace ON DELETE CASCADE,
  user_id uuid NOT NULL,
  role text NOT NULL,
  status text NOT NULL,
  is_owner boolean NOT NULL,
  -- fingerprint of the certificate that the log names, base64url
  cert_key text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX membership_user ON membership (user_id);

CREATE TABLE member_log (
  workspace_id uuid NOT NULL REFERENCES workspace ON DELETE CASCADE,
  seq int NOT NULL,
  -- of the entry, base64url
  hash text NOT NULL,
  entry jsonb NOT NULL,
  PRIMARY KEY (workspace_id, seq)
);
