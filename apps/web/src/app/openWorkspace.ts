import type { Workspace } from '@kontor/client/workspace/workspace';
import { readFetched } from '../contents/readContents.ts';
import { attachOpenDocuments } from '../features/document/native/nativeFiles.ts';
import { currentSession } from '../platform/workspace/session.ts';
import { provideWorkspace } from '../platform/workspace/workspace.ts';

/** Opens a workspace and hands it to the screens; `first`: the scopes that the screen at hand shows. */
export async function openWorkspace(id: string, first: readonly string[]): Promise<Workspace> {
  const session = currentSession();
  const records = await session.workspaces.open(id, first);
  const files = await records.files();
  files.uploads.readLeft(readFetched);
  const userId = session.user?.id ?? '';
  const opened = { records, ...files, openFile: files.downloads.blob, userId };
  provideWorkspace(opened);
  attachOpenDocuments(opened);
  return records;
}
