/**
 * Names what is wrong with a member log. Apart from the log itself, whose schemas the sign-in page does not need.
 *
 * - `not-permitted`: the author may not sign this, or the act is none that anybody may do.
 * - `unknown-member`: it is about somebody who is not there, or takes in somebody who is.
 * - `wrong-time`: it is dated before the entry that it follows.
 * - `ahead-of-clock`: it is dated more than a day later than the clock of whoever takes it over, or that clock is wrong.
 * - `wrong-generations`: it does not renew exactly the keys that somebody may no longer hold.
 * - `wrong-revisions`: it does not say up to where the scopes that it cuts count, or takes back what an entry before said.
 */
export type LogFault =
  | 'malformed'
  | 'wrong-workspace'
  | 'broken-chain'
  | 'unknown-author'
  | 'not-permitted'
  | 'bad-signature'
  | 'bad-certificate'
  | 'bad-generation'
  | 'wrong-generations'
  | 'wrong-revisions'
  | 'unknown-member'
  | 'wrong-time'
  | 'ahead-of-clock'
  | 'expired';

/** An entry that no honest client would have written. */
export class LogError extends Error {
  override readonly name = 'LogError';
  readonly fault: LogFault;
  readonly seq: number;
  constructor(fault: LogFault, seq: number) {
    super(`member log entry ${seq}: ${fault}`);
    this.fault = fault;
    this.seq = seq;
  }
}
