/** Acts on documents that are open in other programs on this computer. */
import type { OpenFile } from '@kontor/client/desktop/openFile';
import type { Document } from '@kontor/contract/nouns/document';
import { shownName } from '../../../platform/text/shownName.ts';
import { toast } from '../../../platform/toasts.tsx';
import { confirm } from '../../../ui/overlay/confirm.tsx';
import { holdersNow } from '../holders.ts';
import { openingFailureText } from '../opening.ts';
import { nativeMessages } from './messages.ts';
import { nativeDocuments } from './nativeFiles.ts';

const { t } = nativeMessages;

/** Opens a document in its program. */
export async function openNatively(document: Document): Promise<void> {
  try {
    const [holder] = holdersNow(document.id);
    if (holder) toast.info(t('heldBy', { person: holder }));
    await nativeDocuments().open(document);
  } catch (error) {
    const code = (error as { code?: unknown } | undefined)?.code;
    const words = code === 'program' ? t('isProgram') : code === 'disk' ? t('disk') : undefined;
    toast.error(words ?? openingFailureText(error, t('openingFailed')));
    reportError(error);
  }
}

/** Shows an open file in its folder. */
export async function showInFolder(id: string): Promise<void> {
  try {
    await nativeDocuments().show(id);
  } catch (error) {
    toast.error(t('notShown'));
    reportError(error);
  }
}

/** Uploads what an earlier run left, or what failed. */
export const retryOpenFile = (id: string): void => nativeDocuments().retry(id);

/** Wipes an open file from this computer; asks where that loses something. */
export async function closeOpenFile(file: OpenFile): Promise<void> {
  const documents = nativeDocuments();
  const name = shownName(file.name);
  const held = { title: t('closeHeldTitle', { name }), body: t('closeHeldBody'), action: t('closeShort') };
  const question = {
    title: t('discardTitle', { name }),
    body: t('discardBody'),
    action: t('discard'),
    danger: true,
  };
  try {
    const isHeld = (await documents.held()).some(({ id }) => id === file.id);
    if (isHeld && !(await confirm({ ...held, danger: true }))) return;
    if (await documents.close(file.id)) return;
    if (await confirm(question)) await documents.discard(file.id);
  } catch (error) {
    toast.error(t('notClosed', { name }));
    reportError(error);
  }
}
