import type { ServerTerms } from '@kontor/contract/wire/server';
import { useEffect, useState } from 'react';
import { currentSession } from './session.ts';

/** The last answer, for what opens again: a menu is not to grow while somebody points at it. */
let last: ServerTerms | undefined;

/** Asks the server on what terms it takes people; undefined until it has once said so. */
export function useServerTerms(): ServerTerms | undefined {
  const [terms, setTerms] = useState(last);
  useEffect(() => {
    if (!navigator.onLine) return;
    void currentSession()
      .registrations.terms()
      .then(
        (answer) => {
          last = answer;
          setTerms(answer);
        },
        () => {},
      );
  }, []);
  return terms;
}
