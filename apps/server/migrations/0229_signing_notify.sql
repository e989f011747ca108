-- who is to hear that a request to sign was withdrawn
ALTER TABLE signing ADD COLUMN notify_ids uuid[] NOT NULL DEFAULT '{}';
ALTER TABLE signing ALTER COLUMN notify_ids DROP DEFAULT;
