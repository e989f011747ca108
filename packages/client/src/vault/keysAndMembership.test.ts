/**
 * Keys and membership, with real vaults: after any sequence of invitations, removals, changed roles and owners, locks,
 * new passwords, new keys, chosen readers, shared and revoked files, crashes and races, by any admin who is one at the
 * time, nobody's keys open what was written while they had no place there, and whoever has one opens all of it. Between the
 * acts the server forgets, replays and forges (`liar.ts`): nothing of that is believed.
 * 30 sequences; 10,000 with LONG=1, or as many as SEQUENCES says. SEED says which, so that they can be run in parts:
 * `SEED=1 SEQUENCES=1000`, `SEED=2 SEQUENCES=1000`, and so on. Each part has to come upon every act, as 30 and more do.
 */
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { acts, type GeneratedAct, people } from '../testing/membership/generator.ts';
import { type GeneratedLie, lies } from '../testing/membership/liar.ts';
import { MembershipRun } from '../testing/membership/run.ts';

// What is slow is tested where it stands. Here a seal only has to open with its seed and with no other, a signature to hold
// under its key and under no other, and the words to be those of the certificate.
vi.mock('@kontor/crypto/primitives/hpke', () => import('../testing/idealHpke.ts'));
vi.mock('@kontor/crypto/primitives/ed25519', () => import('../testing/idealSignatures.ts'));
vi.mock('@kontor/crypto/primitives/webcrypto', () => import('../testing/syncWebCrypto.ts'));
vi.mock('@kontor/crypto/sixWords', () => ({
  sixWords: async ({ signature }: KeyCert) => [signature],
  matchesSixWords: async ({ signature }: KeyCert, typed: string) => signature === typed,
}));

const { LONG, SEQUENCES } = process.env;
const sequences = Number(SEQUENCES ?? (LONG ? 10_000 : 30));
/** ms for all of them on a machine that is shared, never less than ten minutes: a guard against hanging. */
const timeout = Math.max(600_000, sequences * 3_000);

const nobody: boolean[] = Array.from({ length: people }, () => false);

const generated: fc.Arbitrary<GeneratedAct> = fc.record({
  act: fc.constantFrom(
    ...acts,
    ...[
      'write',
      'invite',
      'accept',
      'add',
      'remove',
      'remove',
      'deactivate',
      'activate',
      'upload',
      'readers',
    ],
    ...['reset', 'unlock', 'unlock'],
  ),
  by: fc.nat(people - 1),
  on: fc.nat(people - 1),
  role: fc.constantFrom('ADMIN', 'EMPLOYEE', 'EMPLOYEE', 'CUSTOMER'),
  customer: fc.constantFrom(0, 1),
  readers: fc.oneof(
    { weight: 3, arbitrary: fc.array(fc.boolean(), { minLength: people, maxLength: people }) },
    { weight: 1, arbitrary: fc.constant(nobody) },
  ),
  way: fc.constantFrom('phrase', 'device', 'admin'),
});

const lied: fc.Arbitrary<GeneratedLie> = fc.record({
  lie: fc.constantFrom('none', ...lies),
  to: fc.nat(people - 1),
  about: fc.nat(1_000),
});

/** A team to begin with: two admins, two employees, a user of each customer; something to read, and a shared file. */
const plain: GeneratedAct = {
  act: 'write',
  by: 0,
  on: 1,
  role: 'ADMIN',
  customer: 0,
  readers: nobody,
  way: 'admin',
};
const opening: GeneratedAct[] = [
  ...(['ADMIN', 'EMPLOYEE', 'EMPLOYEE', 'CUSTOMER', 'CUSTOMER'] as const).flatMap((role, at) => {
    const joining: GeneratedAct = { ...plain, on: 0, role, customer: at === 4 ? 1 : 0 };
    return at === 2 ? [{ ...joining, act: 'add' }] : ['invite', 'accept'].map((act) => ({ ...joining, act }));
  }),
  { ...plain, act: 'readers', readers: nobody.map((_, at) => at === 2 || at === 3) },
  { ...plain, act: 'upload' },
  { ...plain, act: 'share' },
  plain,
];

type Step = GeneratedAct & { server?: GeneratedLie };

async function outcomeOf(generatedActs: readonly Step[]) {
  const made = await MembershipRun.begin();
  const steps: Step[] = [...opening, ...generatedActs, plain, { ...plain, act: 'upload' }];
  for (const { server, ...act } of steps) {
    await made.step(act);
    if (server) await made.lie(server);
  }
  return { tried: await made.consult(), done: made.done, told: made.told };
}

it('keeps what is written from who has no place there, and opens it to who has', {
  timeout,
}, async () => {
  let tried = 0;
  const done = new Set<string>();
  const told = new Set<string>();
  const acting = fc.tuple(generated, lied).map(([act, server]) => ({ ...act, server }));
  const property = fc.asyncProperty(
    fc.array(acting, { minLength: 6, maxLength: 16, size: 'max' }),
    async (generatedActs) => {
      const outcome = await outcomeOf(generatedActs);
      tried += outcome.tried;
      for (const act of outcome.done.keys()) done.add(act);
      for (const lie of outcome.told.keys()) told.add(lie);
    },
  );
  await fc.assert(property, { numRuns: sequences, endOnFailure: true });
  expect(tried).toBeGreaterThan(sequences * 100);
  expect([...done].sort()).toEqual([...acts].sort());
  expect([...told].sort()).toEqual([...lies].sort());
});

describe('what such a sequence found once', () => {
  it('an admin who comes after the admins changed reads private projects of before', async () => {
    // The grant to the admins of before arrives ahead of the row that their key lies in; then the new one writes.
    const found = [
      { ...plain, act: 'invite', on: 0 },
      { ...plain, act: 'remove', on: 5 },
      { ...plain, act: 'add', on: 0 },
      { ...plain, by: 4 },
    ];
    const { done } = await outcomeOf(found);
    expect(done.get('remove')).toBe(1);
  });
});
