import { entity, type Open } from '../entity/entity.ts';
import { data, id, instant, number, text } from '../entity/field.ts';
import { documentFields } from './document.ts';

/**
 * A document in the trash from which on, downwards, a customer saw it, or no longer did: what lies in a folder is shared as
 * the folder is unless something says otherwise.
 */
export interface SharingStep {
  documentId: string;
  customerId: string;
  isShared: boolean;
}

const isSharing = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (step: Partial<SharingStep> | null) =>
      typeof step?.documentId === 'string' &&
      typeof step.customerId === 'string' &&
      typeof step.isShared === 'boolean',
  );

/**
 * A folder or file in the trash, with what lies in it: the document lies in this record, which hides it, and so does
 * everything below. Deleting the record deletes them. It says what the list of the trash shows, and the old place.
 */
export const trashEntry = entity('trashEntry', {
  scopes: ['project', 'staff'],
  hides: true,
  written: 'once',
  isInArchive: false,
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' },
  indexes: ['customerId'],
  refs: {},
  sealed: {
    documentId: id(),
    kind: documentFields.kind,
    name: text(255),
    mimeType: text(255).optional(),
    /** Plaintext bytes of all files in it, and how many they are. */
    size: number(),
    files: number(),
    parentId: id().optional(),
    taskId: id().optional(),
    customerId: id().optional(),
    /** With whom it was shared beside its folder: nobody sees it while it lies here. */
    sharing: data<SharingStep[]>([], isSharing),
    createdBy: id(),
    createdAt: instant(),
  },
});
export type TrashEntry = Open<typeof trashEntry>;

/** Days that something stays in the trash. The server counts them by its own clock. */
export const trashDays = 30;
