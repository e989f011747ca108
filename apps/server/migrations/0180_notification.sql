-- Facts that people are to hear of: ids, written in the transaction of the change that they follow from. No reference to
-- the workspace: its row would be locked by every write that tells somebody.
CREATE TABLE notification (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  event text NOT NULL,
  scope_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  record_id uuid NOT NULL,
  sender_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  -- taken away by its reader; a job deletes it once nobody can want it back
  removed_at timestamptz,
  -- when what it tells of went: whoever takes it away and undoes that does not bring it back
  withdrawn_at timestamptz,
  mailed_at timestamptz,
  pushed_at timestamptz
);
CREATE UNIQUE INDEX notification_once ON notification (record_id, user_id, event, workspace_id);
CREATE INDEX notification_subject ON notification (subject_id);
CREATE INDEX notification_reader ON notification (user_id, workspace_id, created_at DESC);
CREATE INDEX notification_created ON notification (created_at);
-- what goes with a workspace
CREATE INDEX notification_workspace ON notification (workspace_id);
-- what a mail may still count, of everybody, and a push of somebody
CREATE INDEX notification_unmailed ON notification (created_at)
  WHERE read_at IS NULL AND removed_at IS NULL AND mailed_at IS NULL;
CREATE INDEX notification_unpushed ON notification (user_id, created_at)
  WHERE read_at IS NULL AND removed_at IS NULL AND pushed_at IS NULL;

-- Projects, rooms and tasks of which somebody wants to hear nothing.
CREATE TABLE mute (
  user_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  PRIMARY KEY (user_id, subject_id)
);
CREATE INDEX mute_workspace ON mute (workspace_id);
