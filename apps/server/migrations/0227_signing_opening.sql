CREATE TABLE signing_opening (
  id uuid NOT NULL,
  workspace_id uuid,
  scope_id uuid NOT NULL,
  version int NOT NULL,
  revision bigint NOT NULL,
  signing_id uuid NOT NULL,
  user_id uuid NOT NULL,
  sealed bytea NOT NULL,
  deleted boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (scope_id, id)
);
-- ciphertext: compressing it would be work for nothing
ALTER TABLE signing_opening ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX signing_opening_revision ON signing_opening (scope_id, revision);
