import { judgeSigning, type SigningState } from '@kontor/client/nouns/signing';
import { endedAt } from '@kontor/client/nouns/signingHistory';
import type { SignatureMark, Signing } from '@kontor/contract/nouns/signing';
import { dayMs } from '@kontor/contract/time/day';
import { useMemo } from 'react';
import { useToday } from '../../platform/today.ts';
import { useAll, useWhere, useWorkspace } from '../../platform/workspace/workspace.ts';

/** A request and what is known of it. */
export interface JudgedSigning {
  request: Signing;
  state: SigningState;
  /** It waits for the reader's own answer. */
  isForMe: boolean;
}

/** Returns every request that the person reads: those that wait for them first, then the newest. */
export function useSignings(): readonly JudgedSigning[] {
  const { userId } = useWorkspace();
  const requests = useAll('signing');
  const answers = useAll('signingAnswer');
  const today = useToday();
  return useMemo(() => {
    const byRequest = Map.groupBy(answers, ({ signingId }) => signingId);
    const judged = requests.map((request): JudgedSigning => {
      const state = judgeSigning(request, byRequest.get(request.id) ?? [], today);
      return { request, state, isForMe: isNext(state, userId) };
    });
    return judged.sort(
      (a, b) => Number(b.isForMe) - Number(a.isForMe) || b.request.createdAt - a.request.createdAt,
    );
  }, [requests, answers, userId, today]);
}

/** Milliseconds for which the end of a request stays news to whoever asked. */
const newsMs = 7 * dayMs;

/** Returns the reader's own requests that wait, or ended in the last week, but for those withdrawn; the newest first. */
export function useAsked(): readonly JudgedSigning[] {
  const { userId } = useWorkspace();
  const since = Date.now() - newsMs;
  return useSignings()
    .filter((each) => each.request.askerId === userId && each.state.status !== 'withdrawn')
    .filter(({ request, state }) => (endedAt(request, state) ?? since) >= since)
    .toSorted((a, b) => b.request.createdAt - a.request.createdAt);
}

/** Tells whether somebody may answer now. */
export const isNext = ({ signers }: SigningState, userId: string): boolean =>
  signers.some((signer) => signer.userId === userId && signer.isNext);

/** Returns the look of the reader's signature that they kept for the next time. */
export const useKeptMark = (): SignatureMark | undefined => useAll('keptSignature')[0]?.mark;

/** Returns what is known of a request now. */
export function useSigningState(request: Signing): SigningState {
  const answers = useWhere('signingAnswer', 'signingId', request.id);
  const today = useToday();
  return useMemo(() => judgeSigning(request, answers, today), [request, answers, today]);
}
