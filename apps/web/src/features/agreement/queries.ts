import { agreementsIn } from '@kontor/client/nouns/agreement';
import type { Signing } from '@kontor/contract/nouns/signing';
import type { Agreement } from '@kontor/contract/wire/server';
import { useHasRole } from '../../platform/workspace/actor.ts';
import { useServerTerms } from '../../platform/workspace/serverTerms.ts';
import { useAll, useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';

interface Agreements {
  /** The version that the server offers now. */
  offered: Agreement | undefined;
  /** The request about it, signed or waiting. */
  current: Signing | undefined;
  /** Those about other versions. */
  earlier: readonly Signing[];
}

/** Returns what was agreed with whoever runs the server, as far as the reader is an admin: others read none of it. */
export function useAgreements(): Agreements | undefined {
  const { records } = useWorkspace();
  const log = useObservable(records.log);
  const isAdmin = useHasRole('ADMIN');
  const offered = useServerTerms()?.agreement ?? undefined;
  // Renders again where one of them is signed.
  useAll('signing');
  useAll('signingAnswer');
  // Where the server shows a log that is not believed, nobody knows what was agreed.
  if (!isAdmin || !log) return undefined;
  const all = agreementsIn(records, Date.now());
  const same = all.filter(({ sha256 }) => sha256 === offered?.sha256);
  return { offered, current: same[0], earlier: all.filter((each) => !same.includes(each)) };
}
