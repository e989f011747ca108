-- The setting BILLING of the last start, whose gateway the subscriptions are of.
CREATE TABLE billing_mode (
  id boolean PRIMARY KEY CHECK (id),
  mode text NOT NULL
);
INSERT INTO billing_mode (id, mode) SELECT true, CASE
  WHEN EXISTS (SELECT FROM subscription WHERE customer_ref IS NOT NULL
    AND customer_ref NOT IN (SELECT ref FROM sandbox_customer)) THEN 'stripe' ELSE 'sandbox' END;

-- Subscriptions of gateways that are not asked now, until the server starts with theirs again.
CREATE TABLE subscription_aside (
  workspace_id uuid NOT NULL,
  mode text NOT NULL,
  -- a row of `subscription`
  row jsonb NOT NULL,
  PRIMARY KEY (workspace_id, mode)
);
