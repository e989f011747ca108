/** Tells workers that do not start because their code cannot be fetched, as after an update of the server. */
import { Listeners } from './observable.ts';

const missing = new Listeners();

/** Tells that the code of a worker could not be fetched. */
export const missingCode = {
  /** Calls back each time; returns the function that stops it. */
  subscribe: (listener: () => void): (() => void) => missing.add(listener),
  tell: (): void => missing.call(),
};

/** Tests an error of a worker: one of code that runs has a message, one of code that did not come has none. */
export const isMissingCode = (error: Event): boolean => !('message' in error);

/**
 * Returns a promise that never resolves and rejects with an Error where a worker fails before it answers: to be raced with
 * its first answer, which would be waited for without end. Whether later answers come it does not tell.
 */
export function failedStart(worker: Pick<EventTarget, 'addEventListener'>): Promise<never> {
  const failed = Promise.withResolvers<never>();
  // Nobody may be waiting.
  failed.promise.catch(() => {});
  worker.addEventListener('error', (error) => {
    failed.reject(new Error('a worker did not start'));
    if (isMissingCode(error)) missingCode.tell();
  });
  return failed.promise;
}
