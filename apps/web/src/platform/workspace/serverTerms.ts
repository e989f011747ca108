import type { ServerTerms } from '@kontor/contract/wire/server';
import { useEffect, useState } from 'react';
import { currentSession } from './session.ts';

/** Asks the server on what terms it takes people; undefined until it has said so, and without a line. */
export function useServerTerms(): ServerTerms | undefined {
  const [terms, setTerms] = useState<ServerTerms>();
  useEffect(() => {
    void currentSession()
      .registrations.terms()
      .then(setTerms, () => {});
  }, []);
  return terms;
}
