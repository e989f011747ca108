CREATE TABLE task_edit (
  id uuid NOT NULL,
  workspace_id uuid,
  scope_id uuid NOT NULL,
  version int NOT NULL,
  revision bigint NOT NULL,
  task_id uuid NOT NULL,
  user_id uuid NOT NULL,
  sealed bytea NOT NULL,
  deleted boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (scope_id, id)
);
-- ciphertext: compressing it would be work for nothing
ALTER TABLE task_edit ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX task_edit_revision ON task_edit (scope_id, revision);
CREATE TRIGGER keep_record_noun AFTER INSERT ON task_edit REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION keep_record_noun();
