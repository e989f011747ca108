-- The noun of each id that a device made up, in the whole workspace: devices hold one record for each. Deleted records keep
-- theirs. Ids that a description fixes are not here: whose they are, they say themselves.
CREATE TABLE record_noun (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  -- the table of its records
  noun text NOT NULL,
  PRIMARY KEY (workspace_id, id)
);

-- Refuses a new record under the id of one of another noun. Each noun whose ids devices make up has the trigger beside its
-- table. The condition is as that of a key, so that writers know it.
CREATE FUNCTION keep_record_noun() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made bigint;
BEGIN
  INSERT INTO record_noun (workspace_id, id, noun)
    SELECT workspace_id, id, TG_TABLE_NAME FROM written WHERE workspace_id IS NOT NULL ORDER BY workspace_id, id
    ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS made = ROW_COUNT;
  IF made < (SELECT count(workspace_id) FROM written) AND EXISTS (
    SELECT FROM written w JOIN record_noun n ON n.workspace_id = w.workspace_id AND n.id = w.id
    WHERE n.noun <> TG_TABLE_NAME)
  THEN
    RAISE unique_violation USING MESSAGE = 'an id of another noun', CONSTRAINT = 'record_noun_pkey';
  END IF;
  RETURN NULL;
END
$$;
