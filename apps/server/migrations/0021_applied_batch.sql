-- What each batch of changes came to, so that sending it again has no effect and answers the same.
CREATE TABLE applied_batch (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  result jsonb NOT NULL,
  applied_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
-- written in the order of time: a block range index costs nothing and serves the sweep
CREATE INDEX applied_batch_age ON applied_batch USING brin (applied_at);
