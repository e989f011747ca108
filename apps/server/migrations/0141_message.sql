CREATE TABLE message (
  id uuid NOT NULL,
  workspace_id uuid,
  scope_id uuid NOT NULL,
  version int NOT NULL,
  revision bigint NOT NULL,
  user_id uuid NOT NULL,
  notify_ids uuid[] NOT NULL,
  blobs text[] NOT NULL,
  -- the revision of its first insert, by which the room is ordered
  created_revision bigint NOT NULL,
  sealed bytea NOT NULL,
  deleted boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (scope_id, id)
);
-- ciphertext: compressing it would be work for nothing
ALTER TABLE message ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX message_revision ON message (scope_id, revision);
CREATE INDEX message_created ON message (scope_id, created_revision);
CREATE TRIGGER keep_record_noun AFTER INSERT ON message REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION keep_record_noun();
