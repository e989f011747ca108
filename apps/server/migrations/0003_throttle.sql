-- Counters of rate-limiter-flexible: its own columns.
CREATE TABLE throttle (
  key text PRIMARY KEY,
  points int NOT NULL DEFAULT 0,
  expire bigint
);
