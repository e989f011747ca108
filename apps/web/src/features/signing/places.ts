import { useHasRole } from '../../platform/workspace/actor.ts';

/** Returns where requests to sign are: those who work here have them beside their work, customers' people in their dashboard. */
export function useSignaturesPlace() {
  const worksHere = useHasRole('EMPLOYEE');
  return worksHere
    ? ({ list: '/$workspace/signatures', one: '/$workspace/signatures/$signing' } as const)
    : ({
        list: '/$workspace/dashboard/signatures',
        one: '/$workspace/dashboard/signatures/$signing',
      } as const);
}
