-- A value that follows from the pepper of the data folder's `secrets/`, by which a start tells that they belong to this database.
CREATE TABLE pepper_proof (
  id boolean PRIMARY KEY CHECK (id),
  proof bytea NOT NULL
);
