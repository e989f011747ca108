/**
 * The matrix of rights: every route of the server and every change of the contract, tried by every kind of person. The
 * expectations stand in `expected.ts`; a route or change without a row there, or without an example, fails.
 */
import { api } from '@kontor/contract/wire/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeFeatures } from '../../features.ts';
import type { TestAccount } from '../accounts.ts';
import type { Answer } from '../httpClient.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { change, expectApplied, newId, send, sync } from '../workspaces.ts';
import { type CallSample, callSamples, type Fixtures } from './calls.ts';
import { callTable, changeTable, readingTable } from './expected.ts';
import { createFixtures } from './fixtures.ts';
import { changesWithout, type Sample, Samples } from './samples.ts';
import {
  lineOf,
  mismatches,
  type Observation,
  type Outcome,
  type Row,
  readTable,
  type Verdict,
} from './table.ts';
import { type Caller, columns, createWorld, type World } from './world.ts';

let server: TestServer;
let world: World;
let samples: Samples;
let fixtures: Fixtures;
/** `METHOD /route` of everything that the server answers. */
const routes = new Set<string>();

beforeAll(async () => {
  server = await startTestServer({
    features: (services) => {
      const all = composeFeatures(services);
      const watch = Object.assign(
        async (app: Parameters<(typeof all.routes)[number]>[0]) => {
          app.addHook('onRoute', ({ method, url }) => {
            for (const each of [method].flat()) routes.add(`${each} ${url}`);
          });
        },
        // Fastify's sign that hooks count for everything that is registered after.
        { [Symbol.for('skip-override')]: true },
      );
      return { ...all, routes: [watch, ...all.routes] };
    },
  });
  world = await createWorld(server);
  samples = new Samples(world);
  const { owner, id } = world.team.workspace;
  await expectApplied(change(owner, id, ...samples.standingRecords()));
  fixtures = await createFixtures(server, world);
});
afterAll(() => server.stop());

/** Interprets an answer: allowed, or refused with a status. */
function answered({ status, body }: Answer<{ code?: string }>, passes: readonly string[] = []): Outcome {
  const code = body?.code;
  const isThrough = status < 300 || (code !== undefined && passes.includes(code));
  return { verdict: isThrough ? 'yes' : String(status), code };
}

async function tryChange(sample: Sample, { account, client }: Caller): Promise<Outcome> {
  // Signed-out people send what the owner would.
  const as: TestAccount = account ?? world.team.workspace.owner;
  const { workspaceId: given } = sample;
  const workspaceId = typeof given === 'function' ? given(as) : given;
  const batch = { id: newId(), ...(workspaceId && { workspaceId }), changes: sample.changes(as) };
  return answered(await send({ ...as, client }, batch), sample.passes);
}

async function tryCall({ method, path, options, passes }: CallSample, person: Caller): Promise<Outcome> {
  const answer = await person.client.call<{ code?: string }>(
    method,
    typeof path === 'string' ? path : path(person),
    typeof options === 'function' ? await options(person) : options,
  );
  return answered(answer, passes);
}

/** Tries each sample as each person and holds the answers against the table. */
async function compare<S extends { key: string }>(
  all: readonly S[],
  table: { file: string; rows: Row[] },
  attempt: (sample: S, person: Caller) => Promise<Outcome>,
): Promise<{ faults: string[]; count: number }> {
  const faults: string[] = [];
  let count = 0;
  for (const sample of all) {
    const observations: Observation[] = [];
    for (const person of world.people) observations.push({ person, ...(await attempt(sample, person)) });
    count += observations.length;
    const rows = table.rows.filter(({ key }) => key === sample.key);
    if (rows.length !== 1)
      faults.push(
        `${rows.length} rows for "${sample.key}" in ${table.file}. The server answers as follows; ` +
          `decide whether that is right:\n${lineOf(sample.key, observations)}`,
      );
    else faults.push(...mismatches(rows[0]!, observations));
  }
  for (const { key } of table.rows)
    if (!all.some((sample) => sample.key === key))
      faults.push(`${table.file} has a row for "${key}", which is not tried`);
  return { faults, count };
}

const file = 'testing/matrix/expected.ts';

describe('the matrix of rights', () => {
  it('has a row for every route', () => {
    const known = callTable.split('\n').map((line) => line.trim());
    const contract = Object.values(api).flatMap((calls) =>
      Object.values(calls).map((call) => {
        const { method, path } = call['~orpc'].route;
        return `${method} /api${path}`;
      }),
    );
    // The contract's calls come in by one route, and its changes have a table of their own; HEAD is GET without a body.
    const plain = [...routes].filter(
      (route) => !/^(HEAD|\w+ \/api\/\*$)/.test(route) && !/^GET \/($|preview\.html$)/.test(route),
    );
    expect(contract.length).toBeGreaterThan(15);
    expect(plain.length).toBeGreaterThan(10);
    const lacking = [...contract, ...plain].filter(
      (route) =>
        route !== 'POST /api/changes' &&
        !known.some((line) => line === route || line.startsWith(`${route} `)),
    );
    expect(lacking, `add an example to testing/matrix/calls.ts and a row to ${file}`).toEqual([]);
  });

  it('has an example of every change', () => {
    expect(changesWithout(samples.all()), 'add an example to testing/matrix/samples.ts').toEqual([]);
  });

  it('holds for every call', async () => {
    const table = { file, rows: readTable(callTable) };
    const { faults, count } = await compare(callSamples(world, fixtures), table, tryCall);
    expect(faults.join('\n')).toBe('');
    expect(count).toBe(table.rows.length * world.people.length);
  });

  it('lets everybody read what is theirs, and nothing else', async () => {
    const places: Record<string, string> = {
      admins: world.team.workspace.admins.id,
      staff: world.team.workspace.staff.id,
      'the customer': world.customerId,
      'the other customer': world.otherCustomerId,
      'the open project': world.openProjectId,
      'the private project': world.privateProject.id,
      'the hours of inside': world.hours.id,
      'the open room': world.openRoomId,
      'the private room': world.privateRoom.id,
    };
    const read = new Map<string, Set<string>>();
    for (const { name, account } of world.people) {
      if (!account) continue;
      const { answer } = await sync(account, { workspaceId: world.team.workspace.id });
      read.set(name, new Set(answer?.scopes.map(({ id }) => id)));
      const strange = answer?.scopes.filter(
        ({ id, kind }) => kind !== 'personal' && !Object.values(places).includes(id),
      );
      expect(strange ?? []).toEqual([]);
    }
    const all = Object.entries(places).map(([key, id]) => ({ key, id }));
    const table = { file, rows: readTable(readingTable) };
    const { faults, count } = await compare(all, table, async ({ id }, { name }) => ({
      verdict: read.get(name)?.has(id) ? 'yes' : '-',
    }));
    expect(faults.join('\n')).toBe('');
    expect(count).toBe(table.rows.length * world.people.length);
  });

  it('finds what is planted: a right too many, a right too few', () => {
    const row = readTable(changeTable).find(({ key }) => key === 'project.delete in open project')!;
    const observed = (verdict: (person: Caller) => Verdict) =>
      world.people.map((person) => ({ person, verdict: verdict(person) }));
    const right = observed(({ column }) => row.expected[column]);
    expect(mismatches(row, right)).toEqual([]);
    for (const column of columns) {
      const wrong = observed((person) =>
        person.column === column
          ? row.expected[column] === 'yes'
            ? '403'
            : 'yes'
          : row.expected[person.column],
      );
      expect(mismatches(row, wrong).length, column).toBeGreaterThan(0);
    }
  });

  // Last: its end deletes the workspace.
  it('holds for every change', async () => {
    const table = { file, rows: readTable(changeTable) };
    const { faults, count } = await compare(samples.all(), table, tryChange);
    expect(faults.join('\n')).toBe('');
    expect(count).toBe(table.rows.length * world.people.length);
  });
});
