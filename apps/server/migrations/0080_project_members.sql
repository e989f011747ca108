ALTER TABLE project ADD COLUMN member_ids uuid[] NOT NULL DEFAULT '{}';
ALTER TABLE project ALTER COLUMN member_ids DROP DEFAULT;
