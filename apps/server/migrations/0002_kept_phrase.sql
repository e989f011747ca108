-- The kit's words, sealed under the password, so that they can be printed again. Null without a kit, and for kits that
-- were made before: their words still work, but cannot be shown.
ALTER TABLE account ADD COLUMN phrase_sealed bytea;
