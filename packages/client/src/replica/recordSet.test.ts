import { expect, it } from 'vitest';
import { RecordSet } from './recordSet.ts';

it('knows nothing more of what left the memory, not even that its author is to be verified', () => {
  const records = new RecordSet(() => []);
  const [id, scopeId] = ['m1', 'r'];
  const place = { entity: 'message', id, scopeId, version: 1, revision: 3, createdRevision: 3 };
  const signed = { authorId: 'ada', proof: 'signed', isUnverified: true } as const;
  records.confirm({ ...place, ...signed, refs: { userId: 'ada' }, plain: {}, updatedAt: 0 });
  records.refresh([id]);
  expect([records.unverifiedCount, records.proofOf(id)]).toEqual([1, 'signed']);
  records.evict([id]);
  expect([records.unverifiedCount, records.proofOf(id)]).toEqual([0, '']);
});
