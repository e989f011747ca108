/**
 * Proves who can read what by keys alone: fills every sealed field of somebody's hours and of the admins' records with
 * canaries, and then opens all that the server hands to a colleague and to a customer's user, with every key that they hold.
 * Neither finds any; nor does their browser hold a byte of that scope. An admin finds all of them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { syncTransport } from '@kontor/client/http/syncTransport';
import { hoursOf } from '@kontor/client/nouns/workingTime';
import { entityOf } from '@kontor/contract/nouns/entities';
import { type Actor, createActor } from '@kontor/testkit/actor';
import { takeIn } from '@kontor/testkit/team';
import { chromium } from '@playwright/test';
import { expect, test } from '../fixture.ts';
import { guardContext } from '../guard.ts';
import { Person } from '../person/person.ts';
import { contentsOf } from './contents.ts';
import { writeFullRecords } from './fullRecords.ts';
import { type Needle, needlesOf } from './marker.ts';
import { plants } from './plants.ts';
import { searchFolder } from './search.ts';

/** The kinds of scope whose records neither a colleague nor a customer reads. */
const closed = ['hours', 'admins'];

const found = (profile: string, needles: readonly Needle[]) => [
  ...new Set(searchFolder(profile, needles).hits.map(({ around }) => around)),
];

// Every noun is written, those of the largest plan, too.
test.use({ serverEnv: { BILLING: 'none' } });

test('a colleague finds nobody’s hours and no money, a customer neither', async ({
  product,
  launchOptions,
}) => {
  const [ada, ben, kim] = (await Promise.all(
    ['Ada', 'Ben', 'Kim'].map((firstName) => createActor(product.url, { firstName })),
  )) as [Actor, Actor, Actor];
  const id = await ada.createWorkspace({ name: 'Haus Ast' });
  const sealed = plants();
  await writeFullRecords(ada, id, (name, field) => {
    if (!closed.includes(entityOf(name.split('.')[0]!).scopes[0])) return undefined;
    if (name === 'timeEntry.segments') return [{ from: 0, to: sealed.number(name) }];
    return sealed.fill(name, field);
  });
  for (const name of ['timeEntry.description', 'timeEntry.taskTitle', 'hourlyRate.rate', 'budget.value'])
    expect(sealed.filled).toContain(name);
  const workspace = await ada.open(id);
  const planted = sealed.values();
  expect(planted.length).toBeGreaterThan(40);
  const held = async (who: Actor) => {
    const contents = await contentsOf(who, id);
    return planted.filter((value) => contents.includes(value));
  };
  await test.step('control: an admin holds all of it', async () => expect(await held(ada)).toEqual(planted));

  await takeIn(ada, id, ben, { role: 'EMPLOYEE' });
  const [customer] = workspace.collections.customer.all();
  await takeIn(ada, id, kim, { role: 'CUSTOMER', customerId: customer!.id });
  const asBen = await ben.open(id);
  await expect.poll(() => hoursOf(asBen.collections, ben.session.user!.id) !== undefined).toBe(true);
  await asBen.outbox.sent();

  const hoursId = hoursOf(workspace.collections, ada.session.user!.id)!.id;
  const scopesOf = async (who: Actor) => {
    const transport = syncTransport(who.device.http.forWorkspace(id));
    const { scopes } = await transport.sync({ workspaceId: id, cursors: {}, logLength: 0 });
    return scopes;
  };
  for (const who of [ben, kim])
    await test.step(`${who.person.firstName} is handed nothing of it`, async () => {
      expect(await held(who)).toEqual([]);
      const scopes = await scopesOf(who);
      expect(scopes.length).toBeGreaterThan(0);
      expect(scopes.filter((scope) => scope.id === hoursId || scope.kind === 'admins')).toEqual([]);
    });

  await test.step('the colleague’s browser holds no byte of that scope', async () => {
    const profile = mkdtempSync(join(tmpdir(), 'kontor-profile-'));
    try {
      const context = await chromium.launchPersistentContext(profile, {
        ...launchOptions,
        baseURL: product.url,
      });
      const guard = await guardContext(context, product.url);
      const there = new Person(await context.newPage(), guard, ben.person);
      await there.signIn();
      await there.openWorkspace('Haus Ast');
      await there.isSettled();
      const ownId = hoursOf(asBen.collections, ben.session.user!.id)!.id;
      // What is stored of a scope goes by its id: of the person's own, it is found.
      await expect
        .poll(() => found(profile, needlesOf(ownId)).length, { timeout: 60_000 })
        .toBeGreaterThan(0);
      expect(found(profile, [...needlesOf(hoursId), ...sealed.needles()])).toEqual([]);
      await context.close();
      expect(found(profile, [...needlesOf(hoursId), ...sealed.needles()])).toEqual([]);
      expect(guard.verdict()).toEqual([]);
    } finally {
      rmSync(profile, { recursive: true, force: true });
    }
  });
  await Promise.all([ada, ben, kim].map((actor) => actor.session.signOut({ discard: true })));
});
