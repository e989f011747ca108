/** Parts that entries of the member log bring, whatever their type. */
import type { KeyCert } from '../wire/keyCert.ts';
import type { LogAct, LogEntry, NamedGeneration } from './entries.ts';

/** Returns the certificate that an entry brings into the log. */
export function certIn(entry: LogEntry): KeyCert | undefined {
  if (entry.type === 'genesis') return entry.payload.owner;
  return 'cert' in entry.payload ? entry.payload.cert : undefined;
}

/** Returns the generations that an entry names one by one: every first one is among them. */
export const generationsIn = ({ payload }: LogAct): readonly NamedGeneration[] =>
  'scopes' in payload ? payload.scopes : [];
