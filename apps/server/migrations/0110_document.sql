CREATE TABLE document (
  id uuid NOT NULL,
  workspace_id uuid,
  scope_id uuid NOT NULL,
  version int NOT NULL,
  revision bigint NOT NULL,
  trash_entry_id uuid,
  parent_id uuid,
  task_id uuid,
  -- of a document about a customer, in the staff scope; null in projects
  customer_id uuid,
  name_tag text NOT NULL,
  blobs text[] NOT NULL,
  sealed bytea NOT NULL,
  deleted boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (scope_id, id)
);
-- ciphertext: compressing it would be work for nothing
ALTER TABLE document ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX document_revision ON document (scope_id, revision);
-- one live name per folder; the top of the project is a folder too
CREATE UNIQUE INDEX document_parent_id_name_tag ON document (scope_id, parent_id, name_tag) NULLS NOT DISTINCT WHERE NOT deleted;
CREATE INDEX document_customer ON document (customer_id) WHERE customer_id IS NOT NULL AND NOT deleted;
CREATE TRIGGER keep_record_noun AFTER INSERT ON document REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION keep_record_noun();
