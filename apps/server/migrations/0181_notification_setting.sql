CREATE TABLE notification_setting (
  account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  -- by event; what is not there is mailed at once
  mail jsonb NOT NULL,
  sound boolean NOT NULL,
  -- minutes after midnight, in the zone
  quiet_from smallint,
  quiet_to smallint,
  zone text NOT NULL
);

-- The mails about notifications of the past hour, by which they are kept within bounds.
CREATE TABLE notification_mail (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  sent_at timestamptz NOT NULL
);
CREATE INDEX notification_mail_account ON notification_mail (account_id, sent_at);
-- what goes with a workspace
CREATE INDEX notification_mail_workspace ON notification_mail (workspace_id);
