-- what a push may still tell somebody; the index before it was of everybody's together
CREATE INDEX notification_unpushed_to ON notification (user_id, created_at)
  WHERE read_at IS NULL AND removed_at IS NULL AND pushed_at IS NULL;
DROP INDEX notification_unpushed;
-- the workspaces in which somebody waits to be let in
CREATE INDEX invitation_asked ON invitation (asked_by) WHERE asked_by IS NOT NULL;
-- what goes with a workspace
CREATE INDEX notification_workspace ON notification (workspace_id);
CREATE INDEX notification_mail_workspace ON notification_mail (workspace_id);
CREATE INDEX account_pin_workspace ON account_pin (workspace_id);
