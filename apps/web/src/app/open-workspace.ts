import type { Uploads } from '@kontor/client/files/transfer';
import { observable } from '@kontor/client/replica/observable';
import { currentSession } from '../platform/session.ts';
import { provideWorkspace } from '../platform/workspace.ts';

const refuse = () => Promise.reject(new Error('files are not there yet'));

const noUploads: Uploads = {
  entries: observable<readonly never[]>([]),
  add: refuse,
  cancel: () => undefined,
  retry: refuse,
  clear: () => undefined,
};

/** Opens a workspace and hands it to the screens. */
export async function openWorkspace(id: string): Promise<void> {
  const session = currentSession();
  const records = await session.openWorkspace(id);
  provideWorkspace({ records, uploads: noUploads, openFile: refuse, userId: session.user?.id ?? '' });
}
