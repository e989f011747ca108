import type { OpenFile } from '@kontor/client/desktop/openFile';
import type { UploadEntry } from '@kontor/client/files/transfer';

/** Tells whether the tray of the uploads shows one: saves of open files stand in a tray of their own, as long as the file is there. */
export const isInTray = ({ target: { save }, status }: UploadEntry, files: readonly OpenFile[]): boolean =>
  !save || (status === 'failed' && files.every(({ id }) => id !== save.checkoutId));
