CREATE TABLE kept_signature (
  id uuid NOT NULL,
  workspace_id uuid,
  scope_id uuid NOT NULL,
  version int NOT NULL,
  revision bigint NOT NULL,
  sealed bytea NOT NULL,
  deleted boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (scope_id, id)
);
-- ciphertext: compressing it would be work for nothing
ALTER TABLE kept_signature ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX kept_signature_revision ON kept_signature (scope_id, revision);
