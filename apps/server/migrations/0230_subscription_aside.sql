-- The setting BILLING of the last start, whose gateway the subscriptions are of; empty before the first.
CREATE TABLE billing_mode (
  id boolean PRIMARY KEY CHECK (id),
  mode text NOT NULL
);

-- Subscriptions of gateways that are not asked now, until the server starts with theirs again.
CREATE TABLE subscription_aside (
  workspace_id uuid NOT NULL,
  mode text NOT NULL,
  -- a row of `subscription`
  row jsonb NOT NULL,
  PRIMARY KEY (workspace_id, mode)
);
