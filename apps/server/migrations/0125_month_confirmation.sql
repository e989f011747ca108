CREATE TABLE month_confirmation (
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
ALTER TABLE month_confirmation ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX month_confirmation_revision ON month_confirmation (scope_id, revision);
CREATE TRIGGER keep_record_noun AFTER INSERT ON month_confirmation REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION keep_record_noun();
