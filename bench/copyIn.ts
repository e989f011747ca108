/** `COPY ... FROM STDIN`: the fastest way that PostgreSQL has to take rows. */
import type pg from 'pg';

/** The parts of a connection of pg's that a COPY needs; see `Submittable` and `Connection` in pg. */
interface Driver {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Runs a COPY in text format and feeds it lines of tab-separated values. */
export function copyIn(client: pg.Client, text: string, lines: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let failed: Error | undefined;
    client.query({
      submit: (driver: Driver) => driver.query(text),
      handleCopyInResponse: (driver: Driver) => {
        driver.sendCopyFromChunk(Buffer.from(`${lines.join('\n')}\n`));
        driver.endCopyFrom();
      },
      handleCommandComplete: () => {},
      handleError: (error: Error) => {
        failed = error;
      },
      handleReadyForQuery: () => (failed ? reject(failed) : resolve()),
    } as unknown as pg.Submittable);
  });
}

/** Writes bytes as the text format takes them: in hex, the backslash written twice. */
export const byteaText = (bytes: Uint8Array): string => `\\\\x${Buffer.from(bytes).toString('hex')}`;
