-- The gateway that moves no money: its customers, and the days by which its clock runs ahead.
CREATE TABLE sandbox_customer (
  ref text PRIMARY KEY,
  -- `adapters/payments/sandbox/model.ts`
  state jsonb NOT NULL
);

CREATE TABLE sandbox_clock (
  id boolean PRIMARY KEY CHECK (id),
  days int NOT NULL CHECK (days >= 0)
);
INSERT INTO sandbox_clock (id, days) VALUES (true, 0);
