import type { LogFault } from '@kontor/contract/memberLog/logError';

/** The server showed something older than, or different from, what this client knows. */
export type TrustFault =
  | 'rollback'
  | 'fork'
  | 'unknown-scope'
  | 'unconfirmed-key'
  | 'forged-grant'
  | 'missing-key'
  | 'wrong-words'
  | 'too-many-tries'
  | 'wrong-invitation'
  /** Nothing says that the log is that of the workspace: a person has to compare its words first. */
  | 'unconfirmed-log'
  /** The log gives this account no place. */
  | 'shut-out'
  | LogFault;

export class TrustError extends Error {
  override readonly name = 'TrustError';
  readonly fault: TrustFault;
  constructor(fault: TrustFault, detail = '') {
    super(detail ? `${fault}: ${detail}` : fault);
    this.fault = fault;
  }
}
