/** What is wrong with a member log. Apart from the log itself, whose schemas the sign-in page does not need. */
export type LogFault =
  | 'malformed'
  | 'wrong-workspace'
  | 'broken-chain'
  | 'unknown-author'
  | 'not-permitted'
  | 'bad-signature'
  | 'bad-certificate'
  | 'bad-generation';

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
