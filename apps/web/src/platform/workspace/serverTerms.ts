import type { ServerTerms } from '@kontor/contract/wire/server';
import { useQuery } from './calls.ts';
import { currentSession } from './session.ts';

/** Asks the server on what terms it takes people; undefined until it has said so, and without a line. */
export const useServerTerms = (): ServerTerms | undefined =>
  useQuery({ queryKey: ['server'], queryFn: () => currentSession().registrations.terms() }).data;
