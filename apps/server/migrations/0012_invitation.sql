-- For which address a place is kept in a workspace. The member log has the same id with a certificate and a role; a row
-- goes when the log says that the invitation was accepted or withdrawn.
CREATE TABLE invitation (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspace ON DELETE CASCADE,
  -- lower case
  email text NOT NULL,
  role text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- who asked to join without the link's secret; the log knows nothing of them until an admin signs
  asked_by uuid REFERENCES account ON DELETE SET NULL,
  asked_at timestamptz
);
CREATE INDEX invitation_workspace ON invitation (workspace_id);
CREATE INDEX invitation_email ON invitation (email);
-- the workspaces in which somebody waits to be let in
CREATE INDEX invitation_asked ON invitation (asked_by) WHERE asked_by IS NOT NULL;

-- What was mailed to an invited address that has no account: opens the page on which one is made, and nothing else.
CREATE TABLE one_time_password (
  email text PRIMARY KEY,
  -- HMAC-SHA-256 under a pepper outside the database
  hash bytea NOT NULL,
  mailed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
