CREATE TABLE room (
  id uuid NOT NULL,
  workspace_id uuid,
  scope_id uuid NOT NULL,
  version int NOT NULL,
  revision bigint NOT NULL,
  member_ids uuid[] NOT NULL,
  -- the revision of its first insert, by which the room is ordered
  created_revision bigint NOT NULL,
  sealed bytea NOT NULL,
  deleted boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (scope_id, id)
);
-- ciphertext: compressing it would be work for nothing
ALTER TABLE room ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX room_revision ON room (scope_id, revision);
CREATE INDEX room_created ON room (scope_id, created_revision);
