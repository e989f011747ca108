CREATE TABLE workspace (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  color text NOT NULL,
  -- a small PNG, empty for none; readable here because an invitation shows it before any key is there
  logo bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- set when the owner deletes it: nobody is a member any more, and a job removes its data
  deleted_at timestamptz,
  -- whether links for people without an account may be made, and open
  allows_links boolean NOT NULL DEFAULT true
);
CREATE INDEX workspace_deleted ON workspace (deleted_at) WHERE deleted_at IS NOT NULL;

-- What a workspace's records take up, as it was measured last: writes do not keep it up to date.
CREATE TABLE record_usage (
  workspace_id uuid PRIMARY KEY REFERENCES workspace ON DELETE CASCADE,
  bytes bigint NOT NULL CHECK (bytes >= 0)
);
