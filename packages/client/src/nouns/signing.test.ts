/** Requests to sign and their answers, held against each other. That authors signed is not asked here. */
import { readValues } from '@kontor/contract/entity/entity';
import {
  maxFieldText,
  maxSigners,
  signing,
  signingAnswer,
  signingAnswerId,
} from '@kontor/contract/nouns/signing';
import { describe, expect, it } from 'vitest';
import { type Answer, answerHash, judgeSigning, type Request, requestHash, signingFault } from './signing.ts';
import { missingIn, SigningError, scopeOfSigning, sign } from './signingActs.ts';
import { endedAt } from './signingHistory.ts';

const uuid = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [asker, ben, cora, dora] = [1, 2, 3, 4].map(uuid) as [string, string, string, string];

const request: Request = {
  id: uuid(9),
  askerId: asker,
  askerName: 'Ada',
  signerIds: [ben, cora],
  documentId: uuid(8),
  name: 'Offer.pdf',
  size: 9,
  sha256: 'bytes',
  isOrdered: true,
  fields: [],
  createdAt: 1,
  signers: [
    { userId: ben, name: 'Ben', email: 'ben@example.org' },
    { userId: cora, name: 'Cora', email: '' },
  ],
};
const answerBy = (userId: string, previous: string[], more: Partial<Answer> = {}): Answer => ({
  id: signingAnswerId(request.id, userId),
  signingId: request.id,
  userId,
  authorId: userId,
  outcome: 'signed',
  sha256: 'bytes',
  statement: 'Yes',
  name: userId,
  fingerprint: 'key',
  signedAt: 2,
  previous,
  values: {},
  mark: { typed: 'B' },
  ...more,
});
const first = requestHash(request)!;
const byBen = answerBy(ben, [first]);
const byCora = answerBy(cora, [first, answerHash(byBen)!]);

describe('answers to a request', () => {
  it.each<[string, Answer, readonly Answer[], ReturnType<typeof signingFault>]>([
    ['in turn', byCora, [byBen, byCora], undefined],
    ['not sent yet', { ...byBen, authorId: undefined } as never, [byBen], undefined],
    ['written by somebody else', { ...byBen, authorId: asker }, [byBen], 'forged'],
    ['of somebody who was not asked', answerBy(dora, [first]), [], 'stranger'],
    ['about other bytes', { ...byBen, sha256: 'other' }, [byBen], 'document'],
    ['to another request', { ...byBen, signingId: uuid(7) }, [byBen], 'request'],
    ['under another id', { ...byBen, id: uuid(7) }, [byBen], 'request'],
    ['to a request that said something else', answerBy(ben, ['other']), [], 'request'],
    ['to nothing', answerBy(ben, []), [], 'request'],
    ['that saw one which is gone', byCora, [byCora], 'chain'],
    ['that saw one which says something else now', byCora, [{ ...byBen, name: 'Bill' }, byCora], 'chain'],
    ['before their turn', answerBy(cora, [first]), [byBen], 'order'],
  ])('%s', (_, answer, answers, fault) => {
    expect(signingFault(request, answer, answers)).toBe(fault);
  });

  it('are read as they were signed, whatever another client lets people write into a field', () => {
    const values = { field: 'x'.repeat(maxFieldText + 1) };
    const read = readValues(signingAnswer, { ...byBen, values }) as unknown as Answer;
    expect(answerHash(read)).toBe(answerHash({ ...byBen, values }));
  });

  it.each<[string, object]>([
    ['a size that is not whole', { size: 10.5 }],
    ['no size', { size: 0 }],
    ['a size below nothing', { size: -9 }],
    ['a signer with more than is hashed', { signers: [{ ...request.signers[0], x: 0.5 }] }],
  ])('count for nothing under a request that has no hash, and none is given: %s', (_, more) => {
    const odd = { ...request, ...more } as Request;
    const answer = answerBy(ben, ['']);
    expect(requestHash(odd)).toBeUndefined();
    expect(signingFault(odd, answer, [answer])).toBe('request');
    const none = { where: () => [] };
    const collections = { signing: { get: () => odd }, signingAnswer: none, signingOpening: none };
    const replica = { collections, log: { get: () => undefined } } as never;
    const consent = { userId: ben, at: 2, sha256: 'bytes', statement: 'Yes', name: 'Ben' };
    const give = () => sign(replica, odd.id, { ...consent, mark: { typed: 'B' }, values: {} });
    expect(give).toThrow(new SigningError('not-asked'));
  });

  it('count for nothing where they have no hash themselves, nor what saw them', () => {
    const odd = answerBy(ben, [first], { mark: { typed: 'B', z: 0.5 } as never });
    expect(answerHash(odd)).toBeUndefined();
    expect(signingFault(request, odd, [odd])).toBe('shape');
    expect(signingFault(request, answerBy(cora, [first, '']), [odd])).toBe('chain');
  });

  it('say when it ended, a deadline with its day', () => {
    const ended = (answers: Answer[], more: Partial<Request> = {}) => {
      const asked = { ...request, ...more };
      return endedAt(asked, judgeSigning(asked, answers, '2026-11-20'));
    };
    expect(ended([byBen])).toBeUndefined();
    expect(ended([byBen, { ...byCora, signedAt: 7 }])).toBe(7);
    expect(ended([{ ...byBen, outcome: 'declined' }])).toBe(2);
    expect(ended([], { withdrawnAt: 5 })).toBe(5);
    expect(ended([], { deadline: '2026-11-19' })).toBe(new Date('2026-11-20T00:00').getTime());
  });

  it('make up the state', () => {
    const judged = (answers: Answer[], more: Partial<Request> = {}) =>
      judgeSigning({ ...request, ...more }, answers, '2026-11-20');
    const summary = (...parts: Parameters<typeof judged>) => {
      const { status, signed, signers } = judged(...parts);
      return [status, signed, signers.filter(({ isNext }) => isNext).map(({ userId }) => userId)];
    };
    expect(summary([])).toEqual(['waiting', 0, [ben]]);
    expect(summary([byBen])).toEqual(['waiting', 1, [cora]]);
    expect(summary([byBen, byCora])).toEqual(['finished', 2, []]);
    expect(summary([], { isOrdered: false })).toEqual(['waiting', 0, [ben, cora]]);
    expect(summary([{ ...byBen, outcome: 'declined' }])).toEqual(['declined', 0, []]);
    expect(summary([], { deadline: '2026-11-19' })).toEqual(['expired', 0, []]);
    expect(summary([], { deadline: '2026-11-20' })).toEqual(['waiting', 0, [ben]]);
    expect(summary([], { withdrawnAt: 5 })).toEqual(['withdrawn', 0, []]);
    // Taken back when everybody had signed: signed it stays.
    expect(summary([byBen, byCora], { withdrawnAt: 5, authorId: dora })[0]).toBe('finished');
    expect(judged([byBen, byCora], { withdrawnAt: 5, authorId: dora, version: 2 }).isForged).toBe(false);
    // Begun by somebody else, as if it had been taken back.
    expect(judged([byBen, byCora], { withdrawnAt: 5, authorId: dora, version: 1 }).isForged).toBe(true);
    // Written by somebody else in the asker's name: nobody is to sign it.
    expect(judged([], { authorId: dora })).toMatchObject({ isForged: true });
    expect(summary([], { authorId: dora })).toEqual(['waiting', 0, []]);
    expect(summary([{ ...byBen, authorId: asker }])).toEqual(['waiting', 0, []]);
  });

  it('say what is missing yet', () => {
    const place = { page: 0, x: 0, y: 0, width: 1, height: 1, userId: ben };
    const fields = [
      { ...place, id: 'a', kind: 'initials' as const },
      { ...place, id: 'b', kind: 'text' as const },
      { ...place, id: 'c', kind: 'text' as const, userId: cora },
    ];
    expect(missingIn({ fields }, ben, {})).toEqual(['mark', 'initials', 'text']);
    expect(
      missingIn({ fields }, ben, { mark: { typed: ' ' }, initials: ' ', values: { b: ' ' } }),
    ).toHaveLength(3);
    expect(
      missingIn({ fields }, ben, { mark: { strokes: [[1, 1, 2, 2]] }, initials: 'B', values: { b: 'x' } }),
    ).toEqual([]);
    expect(missingIn({ fields: [] }, ben, { mark: { strokes: [[1, 1]] }, values: {} })).toEqual(['mark']);
  });
});

it('has guards that take no number that is not whole, at any depth', () => {
  const { signers, fields } = signing.sealed;
  expect([{ x: 1 }, { x: 0.5 }].map((more) => signers.accepts([{ ...request.signers[0], ...more }]))).toEqual(
    [...[true, false]],
  );
  const field = { id: 'a', userId: ben, kind: 'date', page: 0, x: 1, y: 1, width: 1, height: 1 };
  expect([{ z: [1] }, { z: [0.5] }].map((more) => fields.accepts([{ ...field, ...more }]))).toEqual([
    ...[true, false],
  ]);
  const { mark } = signingAnswer.sealed;
  expect([{ z: 1 }, { z: 0.5 }].map((more) => mark.accepts({ typed: 'B', ...more }))).toEqual([true, false]);
  expect(mark.accepts({ strokes: [[1, 2]], z: { y: 0.5 } })).toBe(false);
});

it('asks no more people than a record can name', () => {
  const people = Array.from({ length: maxSigners + 1 }, (_, i) => uuid(100 + i));
  const replica = { log: { get: () => undefined } } as never;
  expect(() => scopeOfSigning(replica, { scopeId: uuid(7) }, people)).toThrow('too-many');
  expect(() => scopeOfSigning(replica, { scopeId: uuid(7) }, people.slice(1))).toThrow('not-a-reader');
});
