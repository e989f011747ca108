import type { Document } from '@kontor/contract/nouns/document';
import { expect, it } from 'vitest';
import { packed } from '../../../features/document/zip.ts';
import { archiveFolders } from './folders.ts';

const words = { projects: 'Projects', customers: 'Customers', taskDocuments: 'Task documents' };
const make = (id: string, more: Partial<Document>): Document =>
  ({ id, name: id, kind: 'file', scopeId: 'villa', ...more }) as Document;

it('holds each document once, where it lies; what lies in a folder that is gone, at the top', () => {
  const documents = [
    make('Plans', { kind: 'folder' }),
    make('ground.pdf', { parentId: 'Plans' }),
    make('lost.pdf', { parentId: 'gone' }),
    make('photo.jpg', { taskId: 'task' }),
    make('offer.pdf', { scopeId: 'staff', customerId: 'alder' }),
    make('draft.pdf', { scopeId: 'staff', customerId: 'alder', parentId: 'Plans' }),
  ];
  const { top, contentsOf } = archiveFolders(
    {
      projects: [
        { id: 'villa', name: 'Villa / Graz' },
        { id: 'empty', name: 'Empty' },
      ],
      customers: [{ id: 'alder', name: 'Alder AG' }],
      documents,
    },
    words,
  );
  const files = packed(top, contentsOf);
  expect(files.flatMap(({ path, file }) => (file ? path : []))).toEqual([
    'Customers/Alder AG/draft.pdf',
    'Customers/Alder AG/offer.pdf',
    'Projects/Villa - Graz/Plans/ground.pdf',
    'Projects/Villa - Graz/Task documents/photo.jpg',
    'Projects/Villa - Graz/lost.pdf',
  ]);
  expect(archiveFolders({ projects: [], customers: [], documents: [] }, words).top).toEqual([]);
});
