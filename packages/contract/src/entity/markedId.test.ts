import { expect, it } from 'vitest';
import { entities } from '../nouns/entities.ts';
import { signingAnswerId, signingOpeningId } from '../nouns/signing.ts';
import { isDerivedId } from '../wire/derivedId.ts';
import { scopeSchema } from '../wire/scope.ts';
import { uuid } from '../wire/shapes.ts';
import type { Entity } from './entity.ts';
import { hasFixedId, isOthersId } from './fixedId.ts';
import { idMarks } from './markedId.ts';

const [request, other, ben, cora] = [
  '01a204fc-1e99-763f-9d7f-da6f69a7d358',
  '01a204fc-1e99-763f-9d7f-da6f69a7d359',
  '01a204fc-0000-7000-8000-00000000000b',
  '01a204fc-0000-7000-8000-00000000000c',
] as const;

it('tells the answers and openings of everybody to every request apart', () => {
  const ids = [request, other].flatMap((signing) =>
    [ben, cora].flatMap((who) => [signingAnswerId(signing, who), signingOpeningId(signing, who)]),
  );
  expect(new Set(ids).size).toBe(8);
  expect(ids.every((id) => uuid.safeParse(id).success && isDerivedId(id) && isOthersId(id, request))).toBe(
    true,
  );
});

it('lets nobody come by another’s, whatever request they make up', () => {
  expect(signingAnswerId(request, ben).slice(-12)).toBe(ben.slice(-12));
});

it('gives each noun a mark of its own, which no scope has', () => {
  const ruled = Object.values(entities as Record<string, Entity>).flatMap(({ name, id }) =>
    typeof id === 'object' && 'mark' in id ? [[name, id.mark]] : [],
  );
  expect(Object.fromEntries(ruled)).toEqual(idMarks);
  expect(new Set(Object.values(idMarks)).size).toBe(ruled.length);
  const scope = { id: signingAnswerId(request, ben), kind: 'room', access: 'private' };
  expect(scopeSchema.safeParse(scope).success).toBe(false);
});

it('says whose an id is by the refs of the record', () => {
  const { signingAnswer } = entities;
  const answer = { scopeId: request, refs: { signingId: request, userId: ben } };
  expect(hasFixedId(signingAnswer, { ...answer, id: signingAnswerId(request, ben) })).toBe(true);
  expect(hasFixedId(signingAnswer, { ...answer, id: signingAnswerId(request, cora) })).toBe(false);
  expect(hasFixedId(signingAnswer, { ...answer, id: request })).toBe(false);
});
