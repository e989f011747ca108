/** The documents that are open in other programs on this computer, as the frame of every page knows them; none in a browser. */
import type { Checkout } from '@kontor/client/desktop/bridge';
import type { OpenDocuments } from '@kontor/client/desktop/openDocuments';
import type { OpenFile } from '@kontor/client/desktop/openFile';
import { observable } from '@kontor/client/observable';
import type { OpenWorkspace } from '../../../platform/workspace/workspace.ts';

/** The follower of the files of the desktop app. */
export interface NativeFiles {
  documents: OpenDocuments;
  /** Goes on with the files of this workspace. */
  attach(workspace: OpenWorkspace): void;
  /** Says to everybody that nothing is open here any more; resolves after 2 s at the latest, and never rejects. */
  giveBackLeases(): Promise<void>;
}

let native: NativeFiles | undefined;
const none = observable<readonly OpenFile[]>([]);

/** Hands over what follows the files; once, at the start of the desktop app. */
export function provideNativeFiles(provided: NativeFiles): void {
  native = provided;
}

/** Returns what follows the files. @throws TypeError in a browser */
export const nativeDocuments = (): OpenDocuments => native!.documents;

/** Returns the open files, for the tray. */
export const openFiles = () => native?.documents.files ?? none;

/** Returns the files of this computer, and those saved beside them, of which something is not on the server yet. */
const unsentFiles = async (): Promise<Checkout[]> => (await native?.documents.unsent()) ?? [];

/** Returns what ending loses or leaves: files that are not uploaded, those that a program has open, and whether these are known. */
export async function filesInDoubt(): Promise<{ unsent: Checkout[]; held: Checkout[]; isUnknown: boolean }> {
  const [unsent, held] = await Promise.allSettled([unsentFiles(), native?.documents.held() ?? []]);
  for (const each of [unsent, held]) if (each.status === 'rejected') reportError(each.reason);
  const listed = (files: PromiseSettledResult<Checkout[]>) =>
    files.status === 'fulfilled' ? files.value : [];
  const isUnknown = [unsent, held].some(({ status }) => status === 'rejected');
  return { unsent: listed(unsent), held: listed(held), isUnknown };
}

/** Says to everybody that nothing is open here any more, as the session is about to end. */
export const giveBackLeases = async (): Promise<void> => native?.giveBackLeases();

/** Goes on with the open files of a workspace that was opened. */
export const attachOpenDocuments = (workspace: OpenWorkspace): void => native?.attach(workspace);
