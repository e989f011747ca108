/**
 * Runs M08 to M10 over each ordered pair of entities: the real client in Node behind the proxy, and the real server
 * behind that. The browser's part of these scripts is in `hostile.e2e.ts`.
 */
import { createProject } from '@kontor/client/nouns/project';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { SealedRecord } from '@kontor/contract/entity/entity';
import { entityNames } from '@kontor/contract/nouns/entities';
import { type Actor, createActor } from '@kontor/testkit/actor';
import { expect, test } from '@playwright/test';
import { writeFullRecords } from '../canary/fullRecords.ts';
import { openFresh } from './node.ts';
import { onRows, onSync } from './proxy.ts';
import { type RecordAttack, recordAttacks, serve } from './recordAttacks.ts';
import { posted } from './script.ts';
import { openSite, type Site } from './site.ts';

let site: Site;
let actor: Actor;
let workspaceId: string;
/** The rows that an honest server serves: the newest of each record. */
let rows: SealedRecord[];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  site = await openSite();
  actor = await createActor(site.url);
  workspaceId = await actor.createWorkspace();
  const workspace = await actor.open(workspaceId);
  await writeFullRecords(actor, workspaceId, (_, { kind }) => (kind === 'text' ? 'Secret' : undefined));
  const [project] = workspace.collections.project.all();
  workspace.create('task', project!.id, {
    title: 'Secret',
    parentId: workspace.collections.task.all()[0]!.id,
  });
  workspace.create('document', project!.id, { kind: 'folder', name: 'Secret folder' });
  createProject(workspace, { name: 'Secret' });
  await workspace.outbox.sent();
  await workspace.close();
  const seen: SealedRecord[] = [];
  site.proxy.rewrites.push(
    onSync((answer) => {
      seen.push(...answer.scopes.flatMap((scope) => scope.rows));
      return answer;
    }),
  );
  await (await openFresh(actor, workspaceId)).close();
  site.proxy.rewrites.length = 0;
  rows = [...new Map(seen.map((row) => [`${row.entity}/${row.id}`, row])).values()];
});
test.afterAll(async () => {
  await actor.session.signOut({ discard: true });
  await site.close();
});

/** Returns everything in the collections, by entity and id. */
const shown = ({ collections }: Workspace): string[] =>
  entityNames.flatMap((name) => collections[name].all().map(({ id }) => `${name}/${id}`));

/** Most attacks in one answer: what is not attacked is there to see that it is left alone. */
const together = 20;

/** Puts attacks that have nothing to do with each other into groups, to be served in one answer. */
function groupsOf(attacks: readonly RecordAttack[]): RecordAttack[][] {
  const groups: { ids: Set<string>; attacks: RecordAttack[] }[] = [];
  for (const attack of attacks) {
    const ids = [attack.victim.id, attack.served.id];
    const isApart = (group: (typeof groups)[number]) =>
      group.attacks.length < together && ids.every((id) => !group.ids.has(id));
    const group = groups.find(isApart) ?? { ids: new Set(), attacks: [] };
    if (group.attacks.length === 0) groups.push(group);
    group.attacks.push(attack);
    for (const id of ids) group.ids.add(id);
  }
  return groups.map((group) => group.attacks);
}

/** Lets a client sync with rows served as the attacks say, and returns what it made of the answer. */
async function suffer(attacks: readonly RecordAttack[]) {
  const { exchanges, rewrites } = site.proxy;
  const served = new Set<RecordAttack>();
  rewrites.push(
    onRows((answer) => {
      const changed = attacks.reduce((each, attack) => serve(attack)(each), answer);
      for (const row of changed.scopes.flatMap((scope) => scope.rows))
        for (const attack of attacks)
          if (row.sealed === attack.served.sealed && keyOf(row) === keyOf(attack.served)) served.add(attack);
      return changed;
    }),
  );
  const before = exchanges.length;
  try {
    const workspace = await openFresh(actor, workspaceId);
    // What a windowed scope is found to lie about is looked at once more before it is said.
    const isSaid = ({ served: { entity, id } }: RecordAttack) =>
      workspace.faults.get().some((fault) => fault.entity === entity && fault.id === id);
    for (
      let round = 0;
      round < 100 && attacks.some((attack) => attack.what !== 'control' && !isSaid(attack));
      round++
    )
      await new Promise((wake) => setTimeout(wake, 50));
    const faults = workspace.faults.get();
    const found = { served, faults, shown: shown(workspace) };
    await workspace.close();
    return { ...found, posted: posted(exchanges.slice(before)) };
  } finally {
    rewrites.length = 0;
  }
}

const keyOf = ({ entity, id }: SealedRecord) => `${entity}/${id}`;

test('an honest answer opens whole', async () => {
  expect(new Set(rows.map(({ entity }) => entity))).toEqual(new Set(entityNames));
  const workspace = await openFresh(actor, workspaceId);
  expect(workspace.faults.get()).toEqual([]);
  expect(shown(workspace).sort()).toEqual(rows.map(keyOf).sort());
  await workspace.close();
});

test('a change that means nothing is not taken for an attack', async () => {
  const [row] = rows;
  const found = await suffer([{ script: 'M08', what: 'control', victim: row!, served: { ...row! } }]);
  expect(found.served.size).toBe(1);
  expect(found).toMatchObject({ faults: [], posted: [] });
  expect(found.shown.sort()).toEqual(rows.map(keyOf).sort());
});

for (const script of ['M08', 'M09', 'M10'] as const)
  test(`${script} is refused for each ordered pair of entities`, async () => {
    const attacks = recordAttacks(rows).filter((attack) => attack.script === script);
    const entitiesHit = new Set(attacks.map(({ victim }) => victim.entity));
    expect(entitiesHit).toEqual(new Set(entityNames));
    expect(attacks.length).toBeGreaterThan(entityNames.length * (entityNames.length - 1));
    for (const group of groupsOf(attacks)) {
      const found = await suffer(group);
      const all = group.map(({ what }) => what).join('; ');
      for (const attack of group) {
        const { entity, id, scopeId } = attack.served;
        expect(found.served.has(attack), `${attack.what}: was served`).toBe(true);
        expect(found.faults, attack.what).toContainEqual(expect.objectContaining({ entity, id, scopeId }));
      }
      expect(found.posted, `${all}: posts nothing`).toEqual([]);
      // What was not attacked is there, what was attacked is not.
      const isTouched = (row: SealedRecord) =>
        group.some(
          ({ victim, served }) =>
            row === victim || (keyOf(row) === keyOf(served) && row.scopeId === served.scopeId),
        );
      const untouched = rows.filter((row) => !isTouched(row)).map(keyOf);
      expect(found.shown.sort(), all).toEqual(untouched.sort());
    }
    test.info().annotations.push({ type: 'attacks', description: `${script}: ${attacks.length}` });
  });
