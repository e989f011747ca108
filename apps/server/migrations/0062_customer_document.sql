-- What the firm keeps about a customer, in the staff scope; null for documents of projects.
ALTER TABLE document ADD COLUMN customer_id uuid;
CREATE INDEX document_customer ON document (customer_id) WHERE customer_id IS NOT NULL AND NOT deleted;
