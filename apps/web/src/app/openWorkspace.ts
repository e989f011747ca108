import type { Workspace } from '@kontor/client/workspace/workspace';
import { currentSession } from '../platform/workspace/session.ts';
import { provideWorkspace } from '../platform/workspace/workspace.ts';

/** Opens a workspace and hands it to the screens; `first`: the scopes that the screen at hand shows. */
export async function openWorkspace(id: string, first: readonly string[]): Promise<Workspace> {
  const session = currentSession();
  const records = await session.workspaces.open(id, first);
  const files = await records.files();
  const userId = session.user?.id ?? '';
  provideWorkspace({ records, ...files, openFile: files.downloads.blob, userId });
  return records;
}
