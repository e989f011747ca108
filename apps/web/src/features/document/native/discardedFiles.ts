/** The checkouts that were discarded on this computer: what a queue of uploads still has of them does not go up. */
import type { DiscardedCheckouts } from '@kontor/client/desktop/openDocumentsParts';

const key = 'kontor-discarded-files';
/** Most that are remembered: a queue that was not open for so long holds none of them. */
const most = 500;

function read(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(ids) ? ids : [];
  } catch {
    return [];
  }
}

export const discardedFiles: DiscardedCheckouts = {
  has: (id) => read().includes(id),
  add: (id) => localStorage.setItem(key, JSON.stringify([...read(), id].slice(-most))),
};
