CREATE TABLE reaction (
  id uuid NOT NULL,
  workspace_id uuid,
  scope_id uuid NOT NULL,
  version int NOT NULL,
  revision bigint NOT NULL,
  message_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- the revision of its first insert, by which the room is ordered
  created_revision bigint NOT NULL,
  sealed bytea NOT NULL,
  deleted boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (scope_id, id)
);
-- ciphertext: compressing it would be work for nothing
ALTER TABLE reaction ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX reaction_revision ON reaction (scope_id, revision);
CREATE INDEX reaction_created ON reaction (scope_id, created_revision);
CREATE TRIGGER keep_record_noun AFTER INSERT ON reaction REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION keep_record_noun();
