-- A workspace that was deleted, from the request on: what is still to be removed, and afterwards that it was, without any
-- of its content. No foreign key: the row outlives the workspace.
CREATE TABLE workspace_deletion (
  workspace_id uuid PRIMARY KEY,
  requested_at timestamptz NOT NULL,
  -- what was deleted: people, records, stored parts of files, and the bytes of those
  members int NOT NULL,
  records bigint NOT NULL DEFAULT 0,
  files int NOT NULL,
  bytes bigint NOT NULL,
  -- null until nothing is left
  finished_at timestamptz
);
CREATE INDEX workspace_deletion_open ON workspace_deletion (requested_at) WHERE finished_at IS NULL;
