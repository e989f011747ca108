import { toast } from './toasts.tsx';

/** Runs an act on what is there, which somebody may have deleted in the same moment; false after saying what failed. */
export function tryAct(act: () => void, failure: string): boolean {
  try {
    act();
    return true;
  } catch (error) {
    toast.error(failure);
    reportError(error);
    return false;
  }
}
