import { entity, type Open } from '../entity/entity.ts';
import { data, id } from '../entity/field.ts';
import { blobs } from '../entity/ref.ts';
import { documentFields, fileFields } from './document.ts';

/** A folder on the way to a shared document: names for people, ids for addresses, which servers see. */
export interface FolderStep {
  id: string;
  name: string;
}

const isPath = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (step: Partial<FolderStep> | null) => typeof step?.id === 'string' && typeof step.name === 'string',
  );

/**
 * A folder or file that a customer sees: what of the document its people need to read it, and no more. It lies in the
 * customer's scope, in which they can seal records too: only what somebody who works here signed counts (`vault/records.ts`).
 */
export const share = entity('share', {
  scopes: ['customer'],
  written: 'clients',
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' },
  title: ['name'],
  indexes: ['documentId', 'projectId'],
  groups: { file: fileFields },
  refs: { blobs: blobs() },
  sealed: {
    documentId: id(),
    /** The project under which it shows; none for the customer's own documents. */
    projectId: id().optional(),
    /** The folders on the way, outermost first. */
    path: data<FolderStep[]>([], isPath),
    /** The share of the nearest folder that was shared by itself: it came with that, and goes with it; none where it was shared by itself. */
    coveredBy: id().optional(),
    ...documentFields,
  },
});
export type Share = Open<typeof share>;
