import type { ServerTerms } from '@kontor/contract/wire/server';
import { useEffect, useState } from 'react';
import { currentSession } from '../../platform/workspace/session.ts';

/** Asks the server on what terms it takes new people; undefined until it has said so, and without a line. */
export function useServerTerms(): ServerTerms | undefined {
  const [terms, setTerms] = useState<ServerTerms>();
  useEffect(() => {
    let isGone = false;
    currentSession()
      .registrations.terms()
      .then((answer) => !isGone && setTerms(answer))
      // Whoever sends the form without a line is told so.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, []);
  return terms;
}
