-- Counters of rate-limiter-flexible: its own columns.
CREATE TABLE throttle (
  key varchar(255) PRIMARY KEY,
  points int NOT NULL DEFAULT 0,
  expire bigint
);
