-- when what a notification tells of went: whoever takes that notification away and undoes it does not bring it back
ALTER TABLE notification ADD COLUMN withdrawn_at timestamptz;
UPDATE notification SET withdrawn_at = removed_at WHERE removed_at IS NOT NULL;
