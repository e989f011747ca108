/**
 * Substitutes another tenant's ids, one at a time in every place of every call and change in which the contract takes
 * an id: the answer equals the one for nobody's id, in status and in body, and nothing of the other tenant's changes.
 */
import { api } from '@kontor/contract/wire/api';
import { type Change, changeSchema } from '@kontor/contract/wire/change';
import { headers as names } from '@kontor/contract/wire/protocol';
import { historyRequestSchema, syncRequestSchema } from '@kontor/contract/wire/syncRequest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { CallOptions } from '../httpClient.ts';
import { random, signEntry } from '../sealed.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { change, expectApplied, newId, signerOf, sync } from '../workspaces.ts';
import { callSamples } from './calls.ts';
import { createFixtures } from './fixtures.ts';
import { patternsOf, positionsIn, withId } from './idPositions.ts';
import { Samples } from './samples.ts';
import { createWorld, type World } from './world.ts';

let server: TestServer;
/** The attacker's team, whose owner makes every call, and the other one. */
let mine: { world: World; samples: Samples };
let theirs: typeof mine;
/** Ids of the other tenant's, of every kind that there is. */
let foreign: Record<string, string>;
let sessionId: string;
let calls: ReturnType<typeof callSamples>;

async function found(): Promise<typeof mine> {
  const world = await createWorld(server);
  const samples = new Samples(world, { fillsRefs: true });
  const { owner, id } = world.team.workspace;
  await expectApplied(change(owner, id, ...samples.standingRecords()));
  return { world, samples };
}

beforeAll(async () => {
  server = await startTestServer();
  mine = await found();
  theirs = await found();
  const own = await createFixtures(server, mine.world);
  sessionId = own.sessionId;
  calls = callSamples(mine.world, own);
  const { team, customerId, openProjectId, privateProject, people } = theirs.world;
  const { id, owner, admins, staff } = team.workspace;
  const fixtures = await createFixtures(server, theirs.world);
  foreign = {
    workspace: id,
    owner: owner.userId,
    customerUser: people.find(({ column }) => column === 'customer')!.account!.userId,
    admins: admins.id,
    staff: staff.id,
    customer: customerId,
    project: openProjectId,
    privateProject: privateProject.id,
    task: theirs.samples.standing('task', { name: '', id: openProjectId }),
    document: theirs.samples.standing('document', { name: '', id: privateProject.id }),
    session: fixtures.sessionId,
    fileKey: fixtures.openFileKey,
  };
});
afterAll(() => server.stop());

/**
 * Returns the answer without the parts that differ between any two: the id that was asked for, revisions, pre-signed
 * urls.
 */
async function answerTo(method: string, path: string, options: CallOptions, id: string): Promise<string> {
  const { client } = mine.world.team.workspace.owner;
  const { status, body } = await client.call<unknown>(method, path, options);
  const text = JSON.stringify(body);
  return `${status} ${text.replaceAll(id, '<id>').replaceAll(/:\d+/g, ':0')}`;
}

/** Tries each foreign id in one place; returns the number of attempts and the differences from an id of `nobody`. */
async function compare(what: string, ask: (id: string) => Promise<string>, nobody = newId()) {
  const differences: string[] = [];
  const nobodys = await ask(nobody);
  for (const [kind, id] of Object.entries(foreign)) {
    // File keys are shaped otherwise: nobody's is, too.
    const expected = kind === 'fileKey' ? await ask(random(32)) : nobodys;
    const got = await ask(id);
    if (got !== expected) differences.push(`${what} <- their ${kind}: ${got}, nobody's: ${expected}`);
  }
  return { differences, attempts: Object.keys(foreign).length };
}

/**
 * Places that reveal that an id is taken: a creator names the id, and no two tenants' scopes or workspaces can have
 * the same. Ids are random, so nobody comes by another tenant's in the first place.
 */
const taken = ['scope.create .scope.id'];

/**
 * Positions that are not tried: founding is a batch of many changes around one id; the founding tests cover a taken
 * one.
 */
const untried = ['workspace.create .id', 'workspace.delete .id'];

/** Returns the attacker's own ids, as they stand in paths, headers and forms. */
function ownIds(): string[] {
  const { team, customerId, otherCustomerId } = mine.world;
  return [team.workspace.id, team.workspace.owner.userId, customerId, otherCustomerId, sessionId];
}

/** Signs a change again after an id in it was swapped: an attacker signs their own statements. */
function signedAnew(change: Change): Change {
  if (change.name !== 'log.append') return change;
  const { signature: _, ...unsigned } = change.args.entry;
  const { owner } = mine.world.team.workspace;
  const { log } = mine.world.team;
  const entry = signEntry(signerOf(owner), {
    ...unsigned,
    seq: log.seq + 1,
    previousHash: log.head,
  } as never);
  return {
    name: 'log.append',
    args: { entry: { ...entry, authorId: change.args.entry.authorId } },
  } as Change;
}

/** Returns everything that the other tenant holds. */
async function everything() {
  const { owner, id } = theirs.world.team.workspace;
  return (await sync(owner, { workspaceId: id })).answer;
}

/** Sends a change as the attacker. */
function sendChange(sent: Change, id: string): Promise<string> {
  const { id: workspaceId } = mine.world.team.workspace;
  const json = { id: newId(), workspaceId, changes: [sent] };
  return answerTo('POST', '/api/changes', { json, headers: { [names.workspace]: workspaceId } }, id);
}

it('in changes are like ids of nobody', async () => {
  const { owner } = mine.world.team.workspace;
  const before = await everything();
  const { options } = (
    changeSchema as unknown as z.ZodMiniDiscriminatedUnion<
      z.ZodMiniObject<{ name: z.ZodMiniLiteral<string>; args: z.ZodMiniType }>[]
    >
  ).def;
  const seen = new Set<string>();
  const differences: string[] = [];
  let positions = 0;
  let attempts = 0;
  const samples = mine.samples.all();
  // Changes that create under a swapped id come last: the id exists in the attacker's own scope from then on.
  const isCreation = (place: string) => place.endsWith('.create .id') || taken.includes(place);
  // It is of one noun there: nobody's has to have been through the same.
  const nobody = newId();
  // Once is enough in each scope, however many samples a noun has there.
  const tried = new Set<string>();
  for (const [sampleOf, lastPass] of [false, true].flatMap((last) =>
    samples.map((each) => [each, last] as const),
  )) {
    const { changes } = sampleOf;
    const [sample] = changes(owner);
    const { name, args } = sample!;
    if (name === 'workspace.delete' || name === 'workspace.create') continue;
    const schema = options.find(({ shape }) => shape.name.def.values[0] === name)!.shape.args;
    for (const position of positionsIn(schema, args)) {
      const place = `${name} ${position.pattern}`;
      if (isCreation(place) !== lastPass) continue;
      if ('scopeId' in args) {
        const where = `${place} ${args.scopeId}`;
        if (tried.has(where)) continue;
        tried.add(where);
      }
      seen.add(place);
      positions++;
      const send = (id: string) => {
        // Made anew each time: what was let through must not be met again.
        const [fresh] = changes(owner);
        return sendChange(signedAnew({ ...fresh!, args: withId(fresh!.args, position, id) } as Change), id);
      };
      const found = await compare(place, send, lastPass ? nobody : newId());
      attempts += found.attempts;
      if (!taken.includes(place)) differences.push(...found.differences);
    }
  }
  expect(differences.join('\n')).toBe('');
  const known = options.flatMap(({ shape }) =>
    [...patternsOf(shape.args)].map((pattern) => `${shape.name.def.values[0]} ${pattern}`),
  );
  const lacking = known.filter((place) => !seen.has(place) && !untried.includes(place));
  expect(lacking, 'ids of the contract that no sample has').toEqual([]);
  expect(seen.size).toBe(known.length - untried.length);
  expect(attempts).toBe(positions * Object.keys(foreign).length);
  expect(await everything()).toEqual(before);
});

it('in calls are like ids of nobody', async () => {
  const before = await everything();
  const contract = Object.values(api).flatMap((nouns) =>
    Object.values(nouns).map(
      (call) => call['~orpc'] as { route: { method: string; path: string }; inputSchema?: z.ZodMiniType },
    ),
  );
  const plain = { '/api/sync': syncRequestSchema, '/api/history': historyRequestSchema };
  const schemaOf = (method: string, path: string): z.ZodMiniType | undefined =>
    path in plain
      ? plain[path as keyof typeof plain]
      : contract.find(({ route }) => route.method === method && `/api${route.path}` === path)?.inputSchema;
  const differences: string[] = [];
  let positions = 0;
  let attempts = 0;
  const tryPlace = async (what: string, ask: (id: string) => Promise<string>) => {
    const found = await compare(what, ask);
    positions++;
    attempts += found.attempts;
    differences.push(...found.differences);
  };
  for (const call of calls) {
    const { key, method } = call;
    const path = call.path as string;
    const owner = mine.world.people.find(({ column }) => column === 'owner')!;
    const make = async () =>
      typeof call.options === 'function' ? call.options(owner) : (call.options ?? {});
    const { json, headers = {}, form = {} } = await make();
    const schema = schemaOf(method, path.split('?')[0]!);
    for (const position of json && schema ? positionsIn(schema, json) : [])
      await tryPlace(`${key} ${position.pattern}`, async (id) => {
        const options = await make();
        const header = {
          ...options.headers,
          ...(position.pattern === '.workspaceId' && { [names.workspace]: id }),
        };
        return answerTo(
          method,
          path,
          { ...options, headers: header, json: withId(options.json, position, id) },
          id,
        );
      });
    for (const own of ownIds()) {
      if (path.includes(own))
        await tryPlace(`${key}, path`, async (id) =>
          answerTo(method, path.replace(own, id), await make(), id),
        );
      for (const [name, value] of Object.entries(headers))
        if (value.includes(own))
          await tryPlace(`${key}, ${name}`, async (id) =>
            answerTo(
              method,
              path,
              { ...(await make()), headers: { ...headers, [name]: value.replace(own, id) } },
              id,
            ),
          );
      for (const [name, value] of Object.entries(form))
        if (value.includes(own))
          await tryPlace(`${key}, ${name}`, async (id) =>
            answerTo(
              method,
              path,
              { ...(await make()), form: { ...form, [name]: value.replace(own, id) } },
              id,
            ),
          );
    }
  }
  expect(differences.join('\n')).toBe('');
  expect(attempts).toBe(positions * Object.keys(foreign).length);
  expect(positions).toBeGreaterThanOrEqual(25);
  expect(await everything()).toEqual(before);
});

it('of a batch are like ids of nobody', async () => {
  const { id: workspaceId } = mine.world.team.workspace;
  const changes: Change[] = [{ name: 'workspace.update', args: { id: workspaceId, color: '#0b5c63' } }];
  const attempt = (batch: object, header: string, id: string) =>
    answerTo('POST', '/api/changes', { json: batch, headers: { [names.workspace]: header } }, id);
  const found = [
    await compare('batch .id', (id) => attempt({ id, workspaceId, changes }, workspaceId, id)),
    await compare('batch .workspaceId', (id) => attempt({ id: newId(), workspaceId: id, changes }, id, id)),
    await compare('batch .workspaceId without the header', (id) =>
      attempt({ id: newId(), workspaceId: id, changes }, workspaceId, id),
    ),
  ];
  expect(found.flatMap(({ differences }) => differences)).toEqual([]);
});

it('would be found out: an answer that tells them apart is a difference', async () => {
  const found = await compare('control', async (id) => (id === foreign.project ? '403' : '404'));
  expect(found.differences).toHaveLength(1);
});
