-- What the operator did by hand, with `npm run admin`. Outlives the workspaces.
CREATE TABLE operator_act (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  command text NOT NULL,
  -- null for what concerns no single one
  workspace_id uuid,
  details jsonb NOT NULL
);
