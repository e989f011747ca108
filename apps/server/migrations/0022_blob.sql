-- One stored part of a file. Its bytes lie in the blob store under <workspace_id>/<file_key>. No foreign key to the
-- workspace: the row outlives it until its bytes are gone.
CREATE TABLE blob (
  file_key text PRIMARY KEY,
  workspace_id uuid NOT NULL,
  uploader_id uuid NOT NULL,
  -- bytes as stored
  size bigint NOT NULL CHECK (size > 0),
  -- bytes counted against the workspace's limit for as long as the row exists: at least what a row and a block take
  counted bigint NOT NULL CHECK (counted >= size),
  -- reserved: a url was handed out; stored: the bytes were seen; referenced: a record names it;
  -- released: no record names it any more; doomed: being removed, and out of reach for everybody
  state text NOT NULL CHECK (state IN ('reserved', 'stored', 'referenced', 'released', 'doomed')),
  created_at timestamptz NOT NULL,
  -- when the state last changed
  state_at timestamptz NOT NULL
);
CREATE INDEX blob_workspace ON blob (workspace_id);
CREATE INDEX blob_unreferenced ON blob (state, state_at) WHERE state <> 'referenced';
-- counts the uploads under way
CREATE INDEX blob_open ON blob (workspace_id) WHERE state IN ('reserved', 'stored');

-- Which records name a blob. A blob is `referenced` exactly while it has a row here.
CREATE TABLE blob_ref (
  file_key text NOT NULL REFERENCES blob,
  scope_id uuid NOT NULL,
  record_id uuid NOT NULL,
  PRIMARY KEY (file_key, scope_id, record_id)
);
CREATE INDEX blob_ref_record ON blob_ref (scope_id, record_id);

-- The sum of a workspace's blob sizes, kept in the transactions that insert and delete blobs: its row lock is what
-- makes parallel reservations stop at the limit.
CREATE TABLE blob_usage (
  workspace_id uuid PRIMARY KEY,
  bytes bigint NOT NULL CHECK (bytes >= 0)
);
