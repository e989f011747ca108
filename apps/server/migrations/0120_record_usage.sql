-- What a workspace's records take up, as it was measured last: writes do not keep it up to date.
CREATE TABLE record_usage (
  workspace_id uuid PRIMARY KEY REFERENCES workspace ON DELETE CASCADE,
  bytes bigint NOT NULL CHECK (bytes >= 0)
);
