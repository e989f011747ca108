import { reportFailure } from './failures/failures.ts';

/** Runs an act on what is there, which somebody may have deleted in the same moment; false after saying what failed. */
export function tryAct(act: () => void, failure: string): boolean {
  try {
    act();
    return true;
  } catch (error) {
    reportFailure(error, failure);
    return false;
  }
}
