-- Invoices and credit notes. No foreign key to the workspace: they are kept for eight years, whatever becomes of it.
CREATE TABLE invoice (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('invoice', 'creditNote')),
  gateway_ref text NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'open', 'paid', 'uncollectible', 'void')),
  lines jsonb NOT NULL,
  -- integer cents
  net_cents integer NOT NULL,
  vat_cents integer NOT NULL,
  gross_cents integer NOT NULL CHECK (gross_cents = net_cents + vat_cents),
  -- of these what the customer's credit did not pay
  due_cents integer NOT NULL,
  -- all of these come at once, when the invoice becomes final
  number text UNIQUE,
  year integer,
  sequence integer,
  vat jsonb,
  seller jsonb,
  buyer jsonb,
  created_at timestamptz NOT NULL,
  issued_at timestamptz,
  paid_at timestamptz,
  mailed_at timestamptz,
  UNIQUE (gateway_ref, kind),
  UNIQUE (year, sequence),
  CHECK (num_nulls(number, year, sequence, vat, seller, buyer, issued_at) IN (0, 7))
);
CREATE INDEX invoice_workspace ON invoice (workspace_id, created_at);
CREATE INDEX invoice_unmailed ON invoice (issued_at) WHERE mailed_at IS NULL;

-- The last number of each year. Its row lock is what makes parallel invoices wait for each other, so that a transaction
-- that fails leaves no gap.
CREATE TABLE invoice_series (
  year integer PRIMARY KEY,
  last integer NOT NULL CHECK (last > 0)
);
