/** Every ref of every noun, changed under its author's name: what it lies in may change, and what follows from that. */
import { entityNames, entityOf } from '@kontor/contract/nouns/entities';
import type { Refs } from '@kontor/crypto/recordContext';
import { expect, it } from 'vitest';
import { saysTheSame } from './resealed.ts';

const refValue = (kind: string, n: number) =>
  ({ refs: [`a${n}`], blobs: [`b${n}`], flag: n === 1, number: n, instant: n })[kind] ?? `c${n}`;

it('lets a record lie elsewhere, and name nothing else', () => {
  const free: string[] = [];
  for (const name of entityNames) {
    const entity = entityOf(name);
    const before: Refs = Object.fromEntries(
      Object.entries(entity.refs).map(([key, { kind }]) => [key, refValue(kind, 1)]),
    );
    const may = (after: Refs, isThere = true) => saysTheSame(entity, before, after, () => isThere);
    expect(may(before), name).toBe(true);
    for (const [key, { kind }] of Object.entries(entity.refs)) {
      const { [key]: _, ...without } = before;
      const isFree = may({ ...before, [key]: refValue(kind, 2) });
      expect(may(without), `${name} without ${key}`).toBe(isFree);
      if (isFree) free.push(`${name}.${key}`);
      else if (kind === 'refs')
        expect(may(without, false), `${name}.${key}`).toBe(entity.refs[key]!.target === 'user');
    }
  }
  expect(free.filter((key) => !/\.(blobs|nameTag)$/.test(key))).toEqual([
    ...['customerFile.customerId', 'task.parentId', 'taskEdit.taskId'],
    ...['document.trashEntryId', 'document.parentId', 'document.taskId', 'document.customerId'],
    ...['fileVersion.documentId', 'lease.documentId', 'link.documentId'],
    ...['comment.taskId', 'comment.documentId', 'effort.taskId', 'reaction.messageId'],
    ...['signingAnswer.signingId', 'signingOpening.signingId', 'signingReminder.signingId'],
  ]);
});
