/** Makes the changes of a batch that carry what the vault signed and sealed. */
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import type { RecordChange, StructuralChange } from '@kontor/contract/wire/change';
import type { ScopeKey } from '@kontor/contract/wire/scope';
import type { PlainRecord } from './plainRecord.ts';

export const keyChanges = (keys: readonly ScopeKey[]): StructuralChange[] =>
  keys.map((key) => ({ name: 'key.add', args: { key } }));

/** Returns the entries of a member log, then the keys that follow from them. */
export const signedChanges = ({
  entries,
  keys,
}: {
  entries: readonly LogEntry[];
  keys: readonly ScopeKey[];
}): StructuralChange[] => [
  ...entries.map((entry): StructuralChange => ({ name: 'log.append', args: { entry } })),
  ...keyChanges(keys),
];

export const recordChange = (
  name: RecordChange['name'],
  { scopeId, id, version, refs }: Pick<PlainRecord, 'scopeId' | 'id' | 'version' | 'refs'>,
  sealed: Uint8Array,
): RecordChange => ({ name, args: { scopeId, id, version, refs, sealed: toBase64Url(sealed) } });
