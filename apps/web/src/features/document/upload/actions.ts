/** Actions upon uploads. What goes wrong with a single one shows in the tray. */
import { isUnfinished, maxFilesAtOnce, type UploadEntry } from '@kontor/client/files/transfer';
import { type DocumentPlace, folderOf, freeNames } from '@kontor/client/nouns/document';
import { toast } from '../../../platform/toasts.tsx';
import { currentWorkspace } from '../../../platform/workspace/workspace.ts';
import { chooseFiles } from '../../../ui/form/chooseFiles.ts';
import { confirm } from '../../../ui/overlay/confirm.tsx';
import { placeOf } from '../actions.ts';
import { mimeTypeOf } from '../fileType.ts';
import { shownName } from '../shownName.ts';
import { uploadMessages } from './messages.ts';

const { t } = uploadMessages;

/** Names that a question shows in full. */
const maxShown = 3;

/** Takes files over for upload. Where names are taken in that place it asks whether to keep both under another name. */
export async function uploadFiles(files: readonly File[], place: DocumentPlace): Promise<void> {
  if (files.length > maxFilesAtOnce) {
    toast.error(t('tooMany', { count: maxFilesAtOnce }));
    return;
  }
  const target = placeOf(place);
  const names = freeNamesIn(
    target,
    files.map(({ name }) => name),
  );
  const taken = files.flatMap(({ name }, i) => (names[i] === name ? [] : [{ name, free: names[i]! }]));
  const keepsBoth = taken.length > 0 && (await asksToKeep(taken));
  const accepted = files.flatMap((file, i) => {
    const name = names[i]!;
    return name === file.name || keepsBoth ? [named(file, name)] : [];
  });
  if (accepted.length > 0) await currentWorkspace().uploads.add(accepted, target);
}

/** Uploads a file whose name was taken under another one. */
export function keepBoth({ id, target, name, documentId }: UploadEntry): void {
  const [free] = freeNamesIn(target, [name], documentId);
  void currentWorkspace().uploads.retry(id, free);
}

/** Lets the person choose the file of an upload again. */
export function chooseAgain({ id, name }: UploadEntry): void {
  chooseFiles(async ([file]) => {
    if (!file || (await currentWorkspace().uploads.supply(id, typed(file)))) return;
    toast.error(t('otherFile', { name: shownName(name) }));
  });
}

/** Takes all uploads off the list; asks first where some are not finished. */
export async function closeUploads(): Promise<void> {
  const { uploads } = currentWorkspace();
  const count = uploads.entries.get().filter(isUnfinished).length;
  const agreed =
    count === 0 ||
    (await confirm({
      title: t('cancelAllTitle', { count }),
      body: t('cancelAllBody'),
      action: t('cancelAll'),
      cancel: t('keepUploading'),
      danger: true,
    }));
  if (!agreed) return;
  uploads.cancelAll();
  uploads.clear();
}

/** Names that neither the folder has nor an upload on its way there. */
function freeNamesIn(place: DocumentPlace, names: readonly string[], except?: string): string[] {
  const { records, uploads } = currentWorkspace();
  const isComing = (entry: UploadEntry) =>
    isUnfinished(entry) &&
    !entry.target.documentId &&
    entry.documentId !== except &&
    folderOf(entry.target) === folderOf(place);
  const coming = uploads.entries.get().filter(isComing);
  return freeNames(
    records,
    place,
    names,
    coming.map(({ name }) => name),
  );
}

function asksToKeep(taken: readonly { name: string; free: string }[]): Promise<boolean> {
  const [first] = taken;
  const shown = taken.slice(0, maxShown).map(({ free }) => shownName(free));
  const names = shown.join(', ');
  const more = taken.length - shown.length;
  return confirm({
    title:
      taken.length === 1
        ? t('takenOne', { name: shownName(first!.name) })
        : t('takenMany', { count: taken.length }),
    body: t('takenBody', { names: more > 0 ? t('takenMore', { names, count: more }) : names }),
    action: t('takenAction'),
    cancel: t('takenCancel'),
  });
}

/** The file with the type that its name says where the browser knows none. */
const typed = (file: File): File => named(file, file.name);

const named = (file: File, name: string): File =>
  file.type && name === file.name
    ? file
    : new File([file], name, { type: file.type || mimeTypeOf(file), lastModified: file.lastModified });
