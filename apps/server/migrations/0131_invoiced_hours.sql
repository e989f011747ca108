CREATE TABLE invoiced_hours (
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
ALTER TABLE invoiced_hours ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX invoiced_hours_revision ON invoiced_hours (scope_id, revision);
CREATE TRIGGER keep_record_noun AFTER INSERT ON invoiced_hours REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION keep_record_noun();
