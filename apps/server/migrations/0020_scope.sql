CREATE TABLE scope (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  access text NOT NULL,
  -- null for a personal scope
  workspace_id uuid REFERENCES workspace ON DELETE CASCADE,
  -- whose personal scope it is
  user_id uuid UNIQUE,
  -- bumped once by every batch that touches the scope, under this row's lock; rows and keys carry the value
  revision bigint NOT NULL,
  -- the revision of the newest key row
  key_revision bigint NOT NULL DEFAULT 0,
  -- the current key where the server can know it (logged and granted scopes), else 0 and null; base64url
  generation int NOT NULL DEFAULT 0,
  kid text,
  -- seq of the newest entry of the member log that cut it: who had to wait for this row's lock sees by it that what they read
  -- of members and keys before is old
  cut_seq int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  CONSTRAINT scope_belongs CHECK ((kind = 'personal') = (user_id IS NOT NULL) AND (kind = 'personal') = (workspace_id IS NULL))
) WITH (fillfactor = 60); -- room for the next version of a hot row on its own page
CREATE INDEX scope_workspace ON scope (workspace_id);

CREATE TABLE scope_key (
  scope_id uuid NOT NULL REFERENCES scope ON DELETE CASCADE,
  revision bigint NOT NULL,
  type text NOT NULL,
  generation int NOT NULL,
  kid text NOT NULL,
  -- for grants: a user id, or `admins`
  recipient text,
  -- for grants to a member: the fingerprint of their certificate then; under another one they cannot open it
  recipient_key text,
  -- the row as it came: contract/scope.ts
  key jsonb NOT NULL,
  CONSTRAINT scope_key_once UNIQUE NULLS NOT DISTINCT (scope_id, type, generation, recipient)
);
CREATE INDEX scope_key_revision ON scope_key (scope_id, revision);
CREATE INDEX scope_key_recipient ON scope_key (recipient, scope_id) WHERE type = 'grant';
