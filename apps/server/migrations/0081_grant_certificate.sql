-- for grants to a member: the fingerprint of their certificate then; under another one they cannot open it
ALTER TABLE scope_key ADD COLUMN recipient_key text;
