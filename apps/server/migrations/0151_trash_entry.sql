CREATE TABLE trash_entry (
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
ALTER TABLE trash_entry ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX trash_entry_revision ON trash_entry (scope_id, revision);
-- finds what has been in the trash for too long
CREATE INDEX trash_entry_created ON trash_entry (created_at) WHERE NOT deleted;
CREATE INDEX document_trash_entry ON document (scope_id, trash_entry_id) WHERE trash_entry_id IS NOT NULL AND NOT deleted;
CREATE TRIGGER keep_record_noun AFTER INSERT ON trash_entry REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION keep_record_noun();
