/** A document that is open in another program, as the tray shows it. */
import type { UploadEntry } from '../files/transfer.ts';
import { type DocumentPlace, documentPlaceOf } from '../nouns/document.ts';
import type { LeftCheckout } from './bridge.ts';

/**
 * `opening` until its program has it; `opened` and not changed; `saving`: what was saved is on its way; `waiting` for the
 * connection, or for its workspace to be open; `saved`; `conflict`: it went up as a copy; `deleted`: so it did,
 * since its document was deleted; `failed` until somebody decides;
 * `left` over from an earlier run with a content that was not uploaded; `beside`: saved under another name beside a document.
 */
export type OpenFileStatus =
  | 'opening'
  | 'opened'
  | 'saving'
  | 'waiting'
  | 'saved'
  | 'conflict'
  | 'deleted'
  | 'failed'
  | 'left'
  | 'beside';

export interface OpenFile {
  /** Of its checkout. */
  id: string;
  workspaceId: string;
  /** The document whose versions its saves become; of the copy once there was a conflict. */
  documentId: string;
  name: string;
  /** True of a file that becomes a document beside the one that it names. */
  isNew?: boolean;
  status: OpenFileStatus;
  /** The contents that a save may replace: the one that the server had of it last, and those that may have arrived since. */
  bases: readonly string[];
  /** SHA-256 of the newest save that the uploads were given; of a left file, of what lies there. */
  digest?: string | undefined;
  /** The place of the document as it was last known, for the case that it is deleted meanwhile. */
  place: DocumentPlace;
  /** True while there is a save that the uploads do not have. */
  isDirty: boolean;
  /** True once its program has let go of it: it goes when all is uploaded. */
  isReleased: boolean;
  /** The upload whose end was taken over. */
  settledId?: string | undefined;
  /** Of one that failed: the upload that did, or that the computer's disk refused; undefined where neither is known. */
  failure?: UploadEntry | 'disk' | undefined;
}

/** Tells whether something of a file is not on the server yet. */
export const isUnsent = ({ status, isDirty }: OpenFile): boolean =>
  isDirty || status === 'saving' || status === 'waiting' || status === 'failed';

/** Tells whether a file waits for somebody's word before it goes up. */
export const isOffered = ({ status }: OpenFile): boolean => status === 'left' || status === 'beside';

/** Returns an open file as an earlier run left it, or as it was found beside another. */
export const leftFile = (left: LeftCheckout): OpenFile => {
  const { id, workspaceId, documentId, base, name, digest, isNew, isHeld, isUnsent: isDirty } = left;
  const facts = {
    id,
    workspaceId,
    documentId,
    name,
    digest,
    isNew,
    bases: [base],
    place: documentPlaceOf(left),
  };
  const status = isNew ? 'beside' : isDirty ? 'left' : 'opened';
  return { ...facts, status, isDirty, isReleased: !isHeld };
};
