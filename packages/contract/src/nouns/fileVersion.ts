import { entity, type Open } from '../entity/entity.ts';
import { blobs, ref } from '../entity/ref.ts';
import { contentFields, fileFields } from './document.ts';

/** An earlier content of a document: everything that says so is as the document said it then. */
export const fileVersion = entity('fileVersion', {
  scopes: ['project', 'staff'],
  within: ['documentId'],
  isMoot: false,
  written: 'once',
  isInArchive: false,
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' },
  indexes: ['documentId'],
  groups: { file: fileFields },
  refs: { documentId: ref('document'), blobs: blobs() },
  sealed: contentFields,
});
export type FileVersion = Open<typeof fileVersion>;

/** Contents that a document keeps, the one in force among them. */
export const maxVersions = 20;
