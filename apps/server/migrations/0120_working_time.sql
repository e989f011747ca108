CREATE TABLE working_time (
  id uuid NOT NULL,
  workspace_id uuid,
  scope_id uuid NOT NULL,
  version int NOT NULL,
  revision bigint NOT NULL,
  user_id uuid NOT NULL,
  reader_ids uuid[] NOT NULL,
  sealed bytea NOT NULL,
  deleted boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (scope_id, id)
);
-- ciphertext: compressing it would be work for nothing
ALTER TABLE working_time ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX working_time_revision ON working_time (scope_id, revision);
