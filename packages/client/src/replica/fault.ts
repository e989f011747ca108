/** The faults that people get to see: what the replica refused. Nothing that is refused overwrites anything. */
import type { FaultyRecord, RecordFault } from '../vault/plainRecord.ts';

export type FaultKind =
  | RecordFault
  /** The server showed an older version than was seen here; the newer one stays. */
  | 'rolled-back'
  /** The server showed a deleted record again. */
  | 'resurrected'
  /** Two different records under one version. */
  | 'equivocated'
  /** A windowed scope's record stands elsewhere in its order than before, or than its author wrote it. */
  | 'misplaced'
  /** Of a windowed scope: what an author wrote next follows something that was not shown. */
  | 'held-back'
  /** It is said to have moved here from another project, without the mark that a move leaves behind there. */
  | 'unproven-move'
  /** It lies in itself, by whatever detour; shown at the top. */
  | 'cycle'
  /** The keys of a scope are not confirmed by the member log; the scope stays as it was. */
  | 'unconfirmed-keys'
  /**
   * It was refused, or was here before its scope was closed, and is served no more; this device holds no state of it. Stands until a
   * person has read it.
   */
  | 'withdrawn'
  /** It came with a place in its scope's stream that this device had read past without seeing it. */
  | 'backdated'
  /** A transaction that this device kept could not be read back; `id` is the transaction's. */
  | 'unreadable-act'
  /** The device's store takes nothing more: what is pulled from here on is not kept for the next start, or acts are not. */
  | 'not-kept';

export interface Fault {
  kind: FaultKind;
  /** Empty where the fault is a whole scope's. */
  entity: string;
  id: string;
  scopeId: string;
  /** The version that was refused. */
  version: number;
  /** Position in the scope's stream; 0 where that says nothing. */
  revision: number;
  /** Of a windowed scope: where to ask for it again. */
  createdRevision?: number;
  /** The signature that did not hold, of a record that was shown before it was verified. */
  proof?: string;
  /** The revision at which it was new here when it was refused: there it may come again. */
  awaited?: number;
}

export const asFault = ({ fault, ...record }: FaultyRecord): Fault => ({ kind: fault, ...record });

/** Returns one fault per record and kind. */
export const faultKey = (fault: Fault): string => `${fault.scopeId}/${fault.id}/${fault.kind}`;

/**
 * Tells whether something was refused at a record's place: what a device writes there by itself would be refused as well,
 * and be shown as a change of the person's.
 */
export const hasFault = (faults: readonly Fault[], id: string): boolean =>
  faults.some((fault) => fault.id === id);
