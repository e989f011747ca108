import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { foundingBatch, newId } from '../../testing/workspaces.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'https://kontor.example', TRUST_PROXY: 1 } });
});
afterAll(() => server.stop());

type Batch = ReturnType<typeof foundingBatch>;

/** Sends a founding batch from an address. Returns `200` or the code of the refusal. */
async function send(account: TestAccount, { id, batch }: Batch, from: string): Promise<string> {
  const { status, body } = await account.client.call('POST', '/api/changes', {
    json: batch,
    headers: { 'x-workspace-id': id, 'x-forwarded-for': from },
  });
  return status === 200 ? '200' : String(body.code);
}

const found = (account: TestAccount, from: string) => send(account, foundingBatch(account), from);

/** Returns how often each answer came. */
const tally = (answers: string[]) => {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
};

it('an account founds ten workspaces a day, and refused batches do not count', async () => {
  const [account, other] = [await createSignedIn(server), await createSignedIn(server)];
  const malformed = foundingBatch(account);
  malformed.batch.changes = malformed.batch.changes.slice(0, 1);
  for (let i = 0; i < 12; i++) expect(await send(account, malformed, '203.0.113.1')).toBe('LOG_REFUSED');
  const answers = await Promise.all(Array.from({ length: 14 }, () => found(account, '203.0.113.1')));
  expect(tally(answers)).toEqual({ '200': 10, FOUNDED_TOO_MANY: 4 });
  expect(await found(other, '203.0.113.2')).toBe('200');
});

it('an account founds ten a day, also where no batch says which workspace it is of', async () => {
  const account = await createSignedIn(server);
  const unnamed = () => {
    const { batch, ...founding } = foundingBatch(account);
    const { workspaceId: _, ...rest } = batch;
    return send(account, { ...founding, batch: rest }, '203.0.113.3');
  };
  const answers = await Promise.all(Array.from({ length: 14 }, unnamed));
  expect(tally(answers)).toEqual({ '200': 10, FOUNDED_TOO_MANY: 4 });
});

it('a batch that founded a workspace is answered again, and counts once', async () => {
  const account = await createSignedIn(server);
  const first = foundingBatch(account);
  for (let i = 0; i < 12; i++) expect(await send(account, first, '203.0.113.4')).toBe('200');
  const answers = [];
  for (let i = 0; i < 10; i++) answers.push(await found(account, '203.0.113.4'));
  expect(tally(answers)).toEqual({ '200': 9, FOUNDED_TOO_MANY: 1 });
  expect(await send(account, first, '203.0.113.4')).toBe('200');
});

it('an address founds thirty a day, with however many accounts', async () => {
  const accounts = await Promise.all(Array.from({ length: 8 }, () => createSignedIn(server)));
  const answers = await Promise.all(
    accounts.flatMap((account) => [1, 2, 3, 4, 5].map((host) => found(account, `2001:db8::${host}`))),
  );
  expect(tally(answers)).toEqual({ '200': 30, FOUNDED_TOO_MANY: 10 });
});

it('whoever is refused by one count takes up nothing of the other', async () => {
  const accounts = await Promise.all(Array.from({ length: 4 }, () => createSignedIn(server)));
  const [office, elsewhere] = ['198.51.100.1', '198.51.100.2'];
  const times = async (count: number, account: TestAccount, from: string) => {
    const answers = [];
    for (let i = 0; i < count; i++) answers.push(await found(account, from));
    return tally(answers);
  };
  // Refused by the account's count, not the address's.
  expect(await times(40, accounts[0]!, office)).toEqual({ '200': 10, FOUNDED_TOO_MANY: 30 });
  for (const account of accounts.slice(1, 3)) expect(await times(10, account, office)).toEqual({ '200': 10 });
  // By the address's, not the account's.
  expect(await times(12, accounts[3]!, office)).toEqual({ FOUNDED_TOO_MANY: 12 });
  expect(await times(11, accounts[3]!, elsewhere)).toEqual({ '200': 10, FOUNDED_TOO_MANY: 1 });
});

it('a server of this machine alone counts accounts, and no addresses', async () => {
  const local = await startTestServer();
  try {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => createSignedIn(local)));
    const answers = await Promise.all(
      accounts.flatMap((account) => Array.from({ length: 11 }, () => found(account, '127.0.0.1'))),
    );
    expect(tally(answers)).toEqual({ '200': 40, FOUNDED_TOO_MANY: 4 });
  } finally {
    await local.stop();
  }
});

it('founding at once with as many others as there are connections waits for none of them', async () => {
  const accounts = await Promise.all(Array.from({ length: 8 }, () => createSignedIn(server)));
  const answers = await Promise.all(
    accounts.flatMap((account, network) =>
      [1, 2, 3, 4, 5].map(() => found(account, `2001:db8:0:${network + 1}::1`)),
    ),
  );
  expect(tally(answers)).toEqual({ '200': 40 });
});

it('an account owns twenty, and a batch that is sent again is answered as before', async () => {
  const account = await createSignedIn(server);
  const last = foundingBatch(account);
  for (let i = 0; i < 19; i++) {
    if (i % 9 === 0)
      await server.services.pool.query("UPDATE throttle SET expire = 1 WHERE key LIKE 'found:%'");
    expect(await found(account, `203.0.113.${20 + i}`)).toBe('200');
  }
  await server.services.pool.query("UPDATE throttle SET expire = 1 WHERE key LIKE 'found:%'");
  for (let i = 0; i < 2; i++) expect(await send(account, last, '203.0.113.50')).toBe('200');
  expect(await found(account, '203.0.113.51')).toBe('TOO_MANY_WORKSPACES');
  const end = { name: 'workspace.delete', args: { id: last.id } };
  const { status } = await account.client.call('POST', '/api/changes', {
    json: { id: newId(), workspaceId: last.id, changes: [end] },
    headers: { 'x-workspace-id': last.id },
  });
  expect(status).toBe(200);
  expect(await found(account, '203.0.113.52')).toBe('200');
});
