/** `COPY ... TO STDOUT`: the fastest way that PostgreSQL has to hand rows out. */
import type pg from 'pg';

/** The part of a running query that the driver calls; see `Submittable` in pg. */
interface Driver {
  query(text: string): void;
}

/** Runs a COPY and hands each chunk of the stream to `take`. */
export function copyOut(client: pg.Client, text: string, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query({
      submit: (driver: Driver) => driver.query(text),
      // The driver reads the next message into the same memory.
      handleCopyData: ({ chunk }: { chunk: Buffer }) => take(Buffer.from(chunk)),
      handleRowDescription: () => {},
      handleCommandComplete: () => {},
      handlePortalSuspended: () => {},
      handleEmptyQuery: () => {},
      handleDataRow: () => {},
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    } as unknown as pg.Submittable);
  });
}
