/**
 * Notices that the server was updated while this tab was open: it keeps the files of the newest build alone, so that what
 * this tab has not loaded yet cannot be had any more.
 */
import { observable } from '@kontor/client/observable';
import { missingCode } from '@kontor/client/workerStart';

const outdated = observable(false);

/** Says whether the server has another build than this tab, as far as the tab ran into that. */
export const isOutdated: Pick<typeof outdated, 'get' | 'subscribe'> = outdated;

/** Asks the server if it has a file. @throws TypeError where it does not answer */
const hasFile = async (url: string): Promise<boolean> =>
  (await fetch(url, { method: 'HEAD', cache: 'no-store' })).status !== 404;

/**
 * Looks, whenever code could not be fetched, whether the server still has `start`, the file that this page began with: where
 * the connection is down it was not updated. Returns the function that stops it.
 */
export function watchForUpdate(start: string, has = hasFile): () => void {
  const look = async () => {
    if (!outdated.get() && !(await has(start).catch(() => true))) outdated.set(true);
  };
  const onMissing = () => void look();
  addEventListener('vite:preloadError', onMissing);
  const stop = missingCode.subscribe(onMissing);
  return () => {
    removeEventListener('vite:preloadError', onMissing);
    stop();
  };
}
