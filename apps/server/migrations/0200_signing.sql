CREATE TABLE signing (
  id uuid NOT NULL,
  workspace_id uuid,
  scope_id uuid NOT NULL,
  version int NOT NULL,
  revision bigint NOT NULL,
  asker_id uuid NOT NULL,
  signer_ids uuid[] NOT NULL,
  notify_ids uuid[] NOT NULL,
  blobs text[] NOT NULL,
  sealed bytea NOT NULL,
  deleted boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (scope_id, id)
);
-- ciphertext: compressing it would be work for nothing
ALTER TABLE signing ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX signing_revision ON signing (scope_id, revision);
CREATE TRIGGER keep_record_noun AFTER INSERT ON signing REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION keep_record_noun();
