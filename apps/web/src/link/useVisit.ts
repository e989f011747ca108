import { isCallError } from '@kontor/client/http/callError';
import type { Http } from '@kontor/client/http/http';
import { asksForPassword, type LinkAddress } from '@kontor/client/link/address';
import type { LinkReader } from '@kontor/client/link/linkReader';
import { checkLink, openLink, type Visit } from '@kontor/client/link/visit';
import type { LinkEnd } from '@kontor/contract/wire/linkEnd';
import { useCallback, useEffect, useState } from 'react';

/** The parts that open links in this browser. */
export interface Visitor {
  http: Http;
  reader: Pick<LinkReader, 'proof' | 'openManifest' | 'openPart'>;
}

/** Why a link does not open. `replaced`: the server handed out something else than the address names; `failed`: this browser cannot. */
export type VisitFailure =
  | LinkEnd
  | 'broken'
  | 'unknown'
  | 'replaced'
  | 'throttled'
  | 'wrongPassword'
  | 'unreachable'
  | 'failed';

export type VisitState =
  | { is: 'opening' }
  | { is: 'locked'; isOpening: boolean; failure?: VisitFailure }
  | { is: 'failed'; failure: VisitFailure }
  | { is: 'open'; visit: Visit };

/** Returns why something that a visitor tried failed. */
export function failureOf(error: unknown): VisitFailure {
  if (isCallError(error, 'LINK_ENDED')) return (error.data as { end: LinkEnd }).end;
  if (isCallError(error, 'NOT_FOUND')) return 'unknown';
  if (isCallError(error, 'WRONG_LINK')) return 'wrongPassword';
  if (isCallError(error, 'THROTTLED')) return 'throttled';
  if (isCallError(error)) return 'unreachable';
  return ['DamagedFileError', 'CryptoError'].includes((error as Error).name) ? 'replaced' : 'failed';
}

/** Failures after which the password can be tried once more. */
const mayTryAgain: readonly VisitFailure[] = ['wrongPassword', 'throttled', 'unreachable', 'failed'];

/** Opens a link at once, or when its password was typed. */
export function useVisit({ http, reader }: Visitor, address: LinkAddress | undefined) {
  const [state, setState] = useState<VisitState>(
    address ? { is: 'opening' } : { is: 'failed', failure: 'broken' },
  );

  const open = useCallback(
    async (password?: string) => {
      if (!address) return;
      setState(password === undefined ? { is: 'opening' } : { is: 'locked', isOpening: true });
      try {
        setState({ is: 'open', visit: await openLink({ http, reader, address }, password) });
      } catch (error) {
        const failure = failureOf(error);
        const stays = password !== undefined && mayTryAgain.includes(failure);
        // Without a password a wrong proof is a wrong address.
        const shown = password === undefined && failure === 'wrongPassword' ? 'broken' : failure;
        setState(stays ? { is: 'locked', isOpening: false, failure } : { is: 'failed', failure: shown });
      }
    },
    [http, reader, address],
  );

  const start = useCallback(async () => {
    if (!address) return;
    if (!asksForPassword(address.fragment)) return open();
    setState({ is: 'opening' });
    try {
      await checkLink({ http, address });
      setState({ is: 'locked', isOpening: false });
    } catch (error) {
      setState({ is: 'failed', failure: failureOf(error) });
    }
  }, [http, address, open]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => void start(), []);
  return { state, open, start };
}
