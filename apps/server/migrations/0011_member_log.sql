CREATE TABLE member_log (
  workspace_id uuid NOT NULL REFERENCES workspace ON DELETE CASCADE,
  seq int NOT NULL,
  -- of the entry, base64url
  hash text NOT NULL,
  entry jsonb NOT NULL,
  PRIMARY KEY (workspace_id, seq)
);

-- The folded member log as the server needs it for queries. Written by folding alone; the log decides.
CREATE TABLE membership (
  workspace_id uuid NOT NULL REFERENCES workspace ON DELETE CASCADE,
  user_id uuid NOT NULL,
  role text NOT NULL,
  status text NOT NULL,
  is_owner boolean NOT NULL,
  -- fingerprint of the certificate that the log names, base64url
  cert_key text NOT NULL,
  -- of somebody who left (status LEFT): what they signed, until an admin's entry removes them
  leaving jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX membership_user ON membership (user_id);
