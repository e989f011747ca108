/**
 * Verifies who wrote what was taken over unverified, behind everything else: in batches, when there is nothing better to
 * do. Each tab does it for what it shows, since a server may show two tabs two records of one version; the device keeps the
 * outcome, so that the next start does it no more. What somebody is about to sign something upon is verified at once.
 */

import type { Vault } from '../vault/vault.ts';
import type { Fault } from './fault.ts';
import { whenIdle } from './idle.ts';
import type { RecordSet } from './recordSet.ts';

/** Records in one crossing to the vault: some ten ms of its time. */
const batchSize = 500;

export interface VerificationParts {
  workspaceId: string;
  vault: Pick<Vault, 'verifyRecords'>;
  records: RecordSet;
  /** Tells whether something else is to be done first: opening, the first pull. `wake` is called when it is done. */
  isBusy(): boolean;
  /** Resolves when everything before is kept on the device: sealing pages goes first, a start does without the rest. */
  kept(): Promise<void>;
  /**
   * Takes note that these records are believed: their authors were verified, and they did not go meanwhile.
   */
  onBelieved(ids: readonly string[]): void;
  /** Takes note that records are others now, since what was shown of them was refused. */
  onRefused(faults: readonly Fault[]): void;
  /** Takes note that everything that is here is verified. */
  onDone(): void;
}

export class Verification {
  readonly #parts: VerificationParts;
  #isRunning = false;
  #isClosed = false;

  constructor(parts: VerificationParts) {
    this.#parts = parts;
  }

  /** Begins or goes on, since there may be something to verify. */
  wake(): void {
    if (this.#isRunning || this.#isClosed || this.#parts.records.unverifiedCount === 0) return;
    this.#isRunning = true;
    whenIdle(
      () =>
        void this.#run().finally(() => {
          this.#isRunning = false;
        }),
    );
  }

  /** Verifies these now, as far as they are not yet: something is about to be signed that builds on them. */
  async verify(ids: readonly string[]): Promise<void> {
    const { records, onDone } = this.#parts;
    const due = ids.filter((id) => records.isUnverified(id));
    if (due.length === 0) return;
    for (let start = 0; start < due.length && !this.#isClosed; start += batchSize)
      await this.#verify(due.slice(start, start + batchSize));
    if (!this.#isClosed && records.unverifiedCount === 0) onDone();
  }

  /** Verifies all of it now. */
  async verifyAll(): Promise<void> {
    await this.verify(this.#parts.records.unverified(Number.POSITIVE_INFINITY));
  }

  /** Verifies what shows here, until `end` resolves at the latest, and nothing more. */
  async closeBy(end: Promise<void>): Promise<void> {
    await Promise.race([end, this.#verifyRest().catch(() => {})]);
    this.close();
  }

  async #verifyRest(): Promise<void> {
    const next = () => this.#parts.records.unverified(batchSize);
    for (let batch = next(); batch.length > 0 && !this.#isClosed; batch = next()) await this.#verify(batch);
    if (!this.#isClosed) this.#parts.onDone();
  }

  /** Verifies nothing more. */
  close(): void {
    this.#isClosed = true;
  }

  async #run(): Promise<void> {
    const { records, isBusy, kept, onDone } = this.#parts;
    for (await kept(); !this.#isClosed && !isBusy(); await kept()) {
      const batch = records.unverified(batchSize);
      if (batch.length === 0) {
        onDone();
        return;
      }
      await this.#verify(batch);
      if (this.#isClosed) return;
      await new Promise<void>((resolve) => whenIdle(resolve));
    }
  }

  /**
   * Verifies these records. Whatever else shows by then, be it of the same version, is verified by itself:
   * what was asked about counts.
   */
  async #verify(ids: readonly string[]): Promise<void> {
    const { workspaceId, vault, records, onBelieved, onRefused } = this.#parts;
    const asked = ids.flatMap((id) => {
      const [state, record] = [records.signedState(id), records.evidence(id)];
      return state && record ? [{ state, record }] : [];
    });
    const holds = await vault.verifyRecords(
      workspaceId,
      asked.map(({ record }) => record),
    );
    if (this.#isClosed) return;
    const believed: string[] = [];
    const faults: Fault[] = [];
    for (const [i, { state }] of asked.entries()) {
      if (holds[i]) {
        if (records.believe(state)) believed.push(state.row.id);
      } else {
        const fault = records.disbelieve(state);
        if (fault) faults.push(fault);
      }
    }
    onBelieved(believed);
    if (faults.length > 0) onRefused(faults);
  }
}
