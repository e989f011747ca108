import { type AskedAgreement, agreementsIn } from '@kontor/client/nouns/agreement';
import type { Answer } from '@kontor/client/nouns/signing';
import type { Agreement } from '@kontor/contract/wire/server';
import { useHasRole } from '../../platform/workspace/actor.ts';
import { useServerTerms } from '../../platform/workspace/serverTerms.ts';
import { useAll, useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';

interface Agreements {
  /** The version that the server offers now. */
  offered: Agreement | undefined;
  /** The request about it, signed or waiting. */
  current: AskedAgreement | undefined;
  /** Those about other versions that were signed: what waits there is offered no more. */
  earlier: readonly SignedAgreement[];
}

type SignedAgreement = AskedAgreement & { signature: Answer };

const isSigned = (asked: AskedAgreement): asked is SignedAgreement => asked.signature !== undefined;

/** Tells what is asked about the version that the server offers from what was agreed before. */
export function agreementsOf(all: readonly AskedAgreement[], offered: Agreement | undefined): Agreements {
  const isOffered = ({ request }: AskedAgreement) => request.sha256 === offered?.sha256;
  return {
    offered,
    current: all.find(isOffered),
    earlier: all.filter((asked) => !isOffered(asked)).filter(isSigned),
  };
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
  return agreementsOf(agreementsIn(records, Date.now()), offered);
}
