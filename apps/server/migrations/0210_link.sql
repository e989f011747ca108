CREATE TABLE link (
  id uuid NOT NULL,
  workspace_id uuid,
  scope_id uuid NOT NULL,
  version int NOT NULL,
  revision bigint NOT NULL,
  document_id uuid NOT NULL,
  maker_id uuid NOT NULL,
  expires_at bigint,
  max_downloads double precision,
  verifier text NOT NULL,
  blobs text[] NOT NULL,
  sealed bytea NOT NULL,
  deleted boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (scope_id, id)
);
-- ciphertext: compressing it would be work for nothing
ALTER TABLE link ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX link_revision ON link (scope_id, revision);
-- an address names the link alone
CREATE INDEX link_id ON link (id);
CREATE TRIGGER keep_record_noun AFTER INSERT ON link REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION keep_record_noun();

-- How often links were fetched. A link keeps its count where it moves to another scope.
CREATE TABLE link_use (
  workspace_id uuid NOT NULL REFERENCES workspace ON DELETE CASCADE,
  link_id uuid NOT NULL,
  downloads int NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, link_id)
);
