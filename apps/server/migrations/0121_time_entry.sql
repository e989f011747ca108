CREATE TABLE time_entry (
  id uuid NOT NULL,
  workspace_id uuid,
  scope_id uuid NOT NULL,
  version int NOT NULL,
  revision bigint NOT NULL,
  is_open boolean,
  sealed bytea NOT NULL,
  deleted boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (scope_id, id)
);
-- ciphertext: compressing it would be work for nothing
ALTER TABLE time_entry ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX time_entry_revision ON time_entry (scope_id, revision);
-- one open entry for each person: the scope is theirs
CREATE UNIQUE INDEX time_entry_is_open ON time_entry (scope_id, is_open) NULLS NOT DISTINCT WHERE NOT deleted AND is_open;
CREATE TRIGGER keep_record_noun AFTER INSERT ON time_entry REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION keep_record_noun();
