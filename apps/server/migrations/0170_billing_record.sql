-- To whom a workspace's invoices go. In clear, since the server writes the invoices.
CREATE TABLE billing_record (
  workspace_id uuid PRIMARY KEY REFERENCES workspace ON DELETE CASCADE,
  company text NOT NULL,
  address_line1 text NOT NULL,
  -- empty for none, like the VAT id
  address_line2 text NOT NULL,
  postal_code text NOT NULL,
  city text NOT NULL,
  country text NOT NULL,
  vat_id text NOT NULL,
  email text NOT NULL,
  language text NOT NULL,
  vat_id_state text NOT NULL CHECK (vat_id_state IN ('none', 'valid', 'invalid', 'unknown')),
  vat_checked_at timestamptz,
  -- what the register answered
  vat_evidence jsonb
);
CREATE INDEX billing_record_unknown ON billing_record (workspace_id) WHERE vat_id_state = 'unknown';
