import type { AskedAgreement } from '@kontor/client/nouns/agreement';
import { expect, it } from 'vitest';
import { agreementsOf } from './queries.ts';

const asked = (id: string, sha256: string, signedAt?: number) =>
  ({ request: { id, sha256 }, signature: signedAt && { signedAt } }) as AskedAgreement;

it('counts as agreed before what was signed, and not what still waited as the next version came', () => {
  const all = [asked('third', 'c'), asked('second', 'b'), asked('first', 'a', 1)];
  const { current, earlier } = agreementsOf(all, { version: '3', sha256: 'c' });
  expect([current?.request.id, earlier.map(({ request }) => request.id)]).toEqual(['third', ['first']]);
});

it('has agreed to earlier versions where none is offered any more', () => {
  const { current, earlier } = agreementsOf([asked('first', 'a', 1)], undefined);
  expect([current, earlier.length]).toEqual([undefined, 1]);
});
