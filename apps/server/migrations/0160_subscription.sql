-- One per workspace, unless the server bills nobody. No foreign key: the row outlives its workspace until the gateway
-- was told that nobody pays for it any more.
CREATE TABLE subscription (
  workspace_id uuid PRIMARY KEY,
  -- the gateway's ids
  customer_ref text UNIQUE,
  subscription_ref text,
  status text NOT NULL CHECK (status IN ('trial', 'active', 'pastDue', 'ended')),
  plan text NOT NULL,
  interval text,
  next_plan text,
  next_interval text,
  -- set by the operator in place of the plan's: people, bytes
  user_limit integer CHECK (user_limit > 0),
  storage_limit bigint CHECK (storage_limit > 0),
  trial_ends_at timestamptz NOT NULL,
  period_start timestamptz,
  period_end timestamptz,
  is_canceled boolean NOT NULL,
  -- when a person cancelled it here: without this nothing is ever deleted
  canceled_at timestamptz,
  past_due_since timestamptz,
  ended_at timestamptz,
  method jsonb,
  confirm_url text,
  -- what is left of credits
  credit_cents integer NOT NULL DEFAULT 0 CHECK (credit_cents >= 0),
  -- until when a choice is being put into force at most: no other process begins a second subscription
  ordering_until timestamptz,
  -- follows from the columns above and the time; kept up to date by a job, and asked by each write
  access text NOT NULL CHECK (access IN ('full', 'readOnly', 'closed'))
);

-- Which notices were mailed, each once.
CREATE TABLE subscription_notice (
  workspace_id uuid NOT NULL REFERENCES subscription ON DELETE CASCADE,
  notice text NOT NULL,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, notice)
);

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
