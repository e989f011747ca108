CREATE TABLE comment (
  id uuid NOT NULL,
  workspace_id uuid,
  scope_id uuid NOT NULL,
  version int NOT NULL,
  revision bigint NOT NULL,
  task_id uuid,
  document_id uuid,
  user_id uuid NOT NULL,
  notify_ids uuid[] NOT NULL,
  sealed bytea NOT NULL,
  deleted boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (scope_id, id)
);
-- ciphertext: compressing it would be work for nothing
ALTER TABLE comment ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX comment_revision ON comment (scope_id, revision);
CREATE TRIGGER keep_record_noun AFTER INSERT ON comment REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION keep_record_noun();
