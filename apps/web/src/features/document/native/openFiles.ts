/** The documents that are open in other programs on this computer; none in a browser. */
import type { OpenDocuments } from '@kontor/client/desktop/openDocuments';
import type { OpenFile } from '@kontor/client/desktop/openFile';
import { observable } from '@kontor/client/observable';
import type { Document } from '@kontor/contract/nouns/document';
import { shownName } from '../../../platform/text/shownName.ts';
import { toast } from '../../../platform/toasts.tsx';
import type { OpenWorkspace } from '../../../platform/workspace/workspace.ts';
import { confirm } from '../../../ui/overlay/confirm.tsx';
import { holdersNow } from '../holders.ts';
import { openingProblem } from '../opening.ts';
import { nativeMessages } from './messages.ts';

const { t } = nativeMessages;

/** The follower of the files of the desktop app. */
export interface NativeFiles {
  documents: OpenDocuments;
  /** Goes on with the files of this workspace; undefined: nobody is signed in any more. */
  attach(workspace: OpenWorkspace | undefined): void;
}

let native: NativeFiles | undefined;
const none = observable<readonly OpenFile[]>([]);

/** Hands over what follows the files; once, at the start of the desktop app. */
export function provideNativeFiles(provided: NativeFiles): void {
  native = provided;
}

/** Returns the open files, for the tray. */
export const openFiles = () => native?.documents.files ?? none;

/** Counts the open files, and those saved beside them, of which something is not on the server yet. */
export const unsentFiles = async (): Promise<number> => (await native?.documents.unsent()) ?? 0;

/** Goes on with the open files of a workspace that was opened. */
export const attachOpenDocuments = (workspace: OpenWorkspace): void => native?.attach(workspace);

/** Asks before signing out wipes what was saved and is not uploaded. True where nothing is, or it may go. */
export async function mayWipe(): Promise<boolean> {
  const count = await unsentFiles();
  if (count === 0) return true;
  return confirm({
    title: t('signOutTitle', { count }),
    body: t('signOutBody'),
    action: t('signOut'),
    danger: true,
  });
}

/** Wipes every open file, since nobody is signed in any more. */
export async function wipeOpenDocuments(): Promise<void> {
  native?.attach(undefined);
  await native?.documents.wipe();
}

/** Opens a document in its program. */
export async function openNatively(document: Document): Promise<void> {
  try {
    const [holder] = holdersNow(document.id);
    if (holder) toast.info(t('heldBy', { person: holder }));
    await native!.documents.open(document);
  } catch (error) {
    const isProgram = (error as { code?: unknown } | undefined)?.code === 'program';
    toast.error(isProgram ? t('isProgram') : openingProblem(error, t('openingFailed')));
    reportError(error);
  }
}

/** Shows an open file in its folder. */
export const showInFolder = (id: string): Promise<void> => native!.documents.show(id);

/** Uploads what an earlier run left, or what failed. */
export const retryOpenFile = (id: string): void => native!.documents.retry(id);

/** Wipes an open file from this computer; asks where that loses something. */
export async function closeOpenFile(file: OpenFile): Promise<void> {
  const question = {
    title: t('discardTitle', { name: shownName(file.name) }),
    body: t('discardBody'),
    action: t('discard'),
    danger: true,
  };
  const { documents } = native!;
  if (await documents.close(file.id)) return;
  if (await confirm(question)) await documents.discard(file.id);
}
