/** Hours among real people: who opens whose, what others see of them, and what becomes of them when somebody leaves. */
import { effortsIn, totalOf } from '@kontor/client/nouns/effort';
import { monthState } from '@kontor/client/nouns/month';
import { amend, closeMonth, confirmMonth } from '@kontor/client/nouns/monthActs';
import { createProject } from '@kontor/client/nouns/project';
import { type SignedMonth, signedMonth } from '@kontor/client/nouns/signedMonth';
import { openEntryOf, startTimer, stopTimer } from '@kontor/client/nouns/timer';
import { setDayTime } from '@kontor/client/nouns/timeSheet';
import { hoursOf, personOf } from '@kontor/client/nouns/workingTime';
import { hoursOfReturned, keepHoursReaders } from '@kontor/client/team/hoursReaders';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { monthId } from '@kontor/contract/nouns/month';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { resetPassword } from './recovery.ts';
import { hasPython, verifyMonth } from './signedProof.ts';
import { act, createCustomer, inviteIn, takeIn } from './team.ts';

const server = inject('server');
let ada: Actor;
let ben: Actor;
let cora: Actor;
let dora: Actor;
let kim: Actor;
let id: string;
let taskId: string;

const idOf = (actor: Actor) => actor.session.user!.id;
const at = (actor: Actor): Promise<Workspace> => actor.open(id);
const zone = 'Europe/Berlin';
const minute = 60_000;
const punch = (actor: Actor, minutes: number) => ({ userId: idOf(actor), at: minutes * minute, zone });
const sent = async (workspace: Workspace) => {
  await workspace.outbox.sent();
  expect(workspace.outbox.failed.get()).toEqual([]);
};
const titles = ({ collections }: Workspace) =>
  collections.timeEntry
    .all()
    .map(({ description }) => description)
    .sort();

/** Opens the workspace as a person, whose hours are there in the end. */
async function withHours(actor: Actor): Promise<Workspace> {
  const workspace = await at(actor);
  await expect.poll(() => hoursOf(workspace.collections, idOf(actor)) !== undefined).toBe(true);
  await workspace.outbox.sent();
  return workspace;
}

/** Has somebody work for some minutes. */
async function work(actor: Actor, description: string, from: number, to: number): Promise<void> {
  const workspace = await withHours(actor);
  startTimer(workspace, { taskId, description }, punch(actor, from));
  stopTimer(workspace, punch(actor, to));
  await sent(workspace);
}

beforeAll(async () => {
  [ada, ben, cora, dora, kim] = (await Promise.all(
    ['Ada', 'Ben', 'Cora', 'Dora', 'Kim'].map((firstName) => createActor(server.url, { firstName })),
  )) as [Actor, Actor, Actor, Actor, Actor];
  id = await ada.createWorkspace();
  for (const who of [ben, cora]) await takeIn(ada, id, who, { role: 'EMPLOYEE' });
  await takeIn(ada, id, dora, { role: 'ADMIN' });
  const customerId = await createCustomer(ada, id);
  await inviteIn(ada, id, kim, { role: 'CUSTOMER', customerId });
  const workspace = await at(ada);
  const project = createProject(workspace, { name: 'Villa', customerId });
  taskId = workspace.create('task', project.id, { title: 'Plans' }).id;
  await sent(workspace);
});
afterAll(async () => {
  await Promise.all([ada, ben, cora, dora, kim].map((actor) => actor.session.signOut({ discard: true })));
});

describe('hours', () => {
  it('open to their person and the admins; others see sums, customers nothing', async () => {
    await work(ben, 'by Ben', 0, 90);
    await work(cora, 'by Cora', 0, 30);
    const [asAda, asBen, asCora, asDora, asKim] = await Promise.all([ada, ben, cora, dora, kim].map(at));
    expect([asAda!, asBen!, asCora!, asDora!, asKim!].map(titles)).toEqual([
      ['by Ben', 'by Cora'],
      ['by Ben'],
      ['by Cora'],
      ['by Ben', 'by Cora'],
      [],
    ]);
    expect(
      asAda!.collections.timeEntry
        .all()
        .map((entry) => personOf(asAda!.collections, entry))
        .sort(),
    ).toEqual([idOf(ben), idOf(cora)].sort());
    const hours = hoursOf(asBen!.collections, idOf(ben))!.id;
    expect([asCora!, asKim!].map((workspace) => workspace.scopes.get().has(hours))).toEqual([false, false]);
    for (const workspace of [asAda!, asBen!, asCora!, asDora!]) {
      const found = effortsIn(workspace.collections, taskId, () => false);
      expect(found.map((each) => totalOf(each).time / minute).sort()).toEqual([30, 90]);
    }
    expect(asKim!.collections.effort.size).toBe(0);
    for (const workspace of [asAda!, asBen!, asCora!, asDora!, asKim!])
      expect(workspace.faults.get()).toEqual([]);
  });

  it('run on every device of their person, and on no other', async () => {
    const workspace = await withHours(ben);
    startTimer(workspace, { taskId }, punch(ben, 200));
    await sent(workspace);
    const elsewhere = await (await ben.onAnotherDevice()).open(id);
    expect(openEntryOf(elsewhere, idOf(ben))?.taskTitle).toBe('Plans');
    expect(() => startTimer(elsewhere, { taskId }, punch(ben, 201))).toThrow('running');
    stopTimer(elsewhere, punch(ben, 260));
    await sent(elsewhere);
    await expect.poll(() => openEntryOf(workspace, idOf(ben))).toBe(undefined);
    const asAdmin = await at(ada);
    const entry = asAdmin.collections.timeEntry
      .all()
      .find(({ segments }) => segments[0]?.from === 200 * minute)!;
    asAdmin.update('timeEntry', entry.id, { description: 'by Ben, told by Ada' });
    await sent(asAdmin);
    await expect
      .poll(() => workspace.collections.timeEntry.get(entry.id))
      .toMatchObject({
        description: 'by Ben, told by Ada',
        authorId: idOf(ada),
      });
  });

  it('open to new admins and to no former one, and go on being written', async () => {
    await act(ada, id, { type: 'role', userId: idOf(cora), role: 'ADMIN' });
    await expect.poll(async () => titles(await at(cora)).includes('by Ben')).toBe(true);
    await act(ada, id, { type: 'role', userId: idOf(cora), role: 'EMPLOYEE' });
    await work(ben, 'after Cora', 300, 310);
    await work(cora, 'Cora again', 300, 310);
    expect(titles(await at(cora))).toEqual(['Cora again', 'by Cora']);
    expect(titles(await at(dora))).toContain('Cora again');
    expect((await at(dora)).faults.get()).toEqual([]);
  });

  it('stay with the admins when their person leaves, and come back with them', async () => {
    const asBen = await at(ben);
    const running = startTimer(asBen, { taskId }, { ...punch(ben, 0), at: Date.now() - 5 * minute });
    await sent(asBen);
    await expect.poll(async () => openEntryOf(await at(ada), idOf(ben))?.id).toBe(running);
    await act(ada, id, { type: 'remove', userId: idOf(ben) });
    const asAda = await at(ada);
    await expect.poll(() => hoursOf(asAda.collections, idOf(ben))!.readerIds).toEqual([]);
    // Nobody is at work who has left, nor do their hours grow.
    const left = asAda.logEntries().findLast(({ type }) => type === 'remove')!;
    await expect
      .poll(() => asAda.collections.timeEntry.get(running))
      .toMatchObject({ status: 'DONE', segments: [{ to: left.at }] });
    asAda.remove('timeEntry', running);
    const hours = hoursOf(asAda.collections, idOf(ben))!;
    const [entry] = asAda.collections.timeEntry.where('scopeId', hours.id);
    asAda.update('timeEntry', entry!.id, { description: 'by Ben, who left' });
    await sent(asAda);
    expect(titles(await at(dora))).toContain('by Ben, who left');
    await takeIn(ada, id, ben, { role: 'EMPLOYEE' });
    await expect.poll(async () => titles(await at(ben)).includes('by Ben, who left')).toBe(true);
    await work(ben, 'Ben again', 400, 410);
    expect(titles(await at(dora))).toContain('Ben again');
    for (const actor of [ada, ben, dora]) expect((await at(actor)).faults.get()).toEqual([]);
  });

  const month = '2026-10-01';
  const now = (actor: Actor) => ({ userId: idOf(actor), at: Date.parse('2026-11-02T08:00Z') });

  /**
   * Resolves with Ben's October, closed by him, confirmed by Ada, amended by Dora; and how it looks to each.
   */
  async function october() {
    const [asBen, asAda, asDora] = await Promise.all([ben, ada, dora].map(at));
    const place = { scopeId: hoursOf(asBen!.collections, idOf(ben))!.id, month };
    return { asBen: asBen!, asAda: asAda!, asDora: asDora!, place };
  }
  let file: SignedMonth;

  it('are closed by their person, confirmed by an admin, and amended with a reason', async () => {
    const { asBen, asAda, asDora, place } = await october();
    const cell = { scopeId: place.scopeId, taskId, zone };
    asAda.update('workingTime', place.scopeId, {
      weeks: [{ from: '2026-01-01', minutes: [480, 480, 480, 480, 480, 0, 0], region: 'at' }],
    });
    await sent(asAda);
    await expect.poll(() => asBen.collections.workingTime.get(place.scopeId)?.weeks.length).toBe(1);
    setDayTime(asBen, { ...cell, day: '2026-10-05' }, 7.5 * 60 * minute);
    asBen.create('absence', place.scopeId, {
      kind: 'vacation',
      from: '2026-10-06',
      to: '2026-10-07',
      isHalf: true,
    });
    closeMonth(asBen, place, now(ben));
    await sent(asBen);
    await expect.poll(() => monthState(asAda.collections, place).closing).toBeDefined();
    confirmMonth(asAda, place, now(ada));
    await sent(asAda);
    await expect.poll(() => monthState(asDora.collections, place).confirms).toBe('all');
    amend(asDora, 'Forgotten', now(dora), () =>
      setDayTime(asDora, { ...cell, day: '2026-10-08' }, 60 * minute),
    );
    await sent(asDora);
    await expect
      .poll(() => monthState(asBen.collections, place))
      .toMatchObject({
        confirms: 'earlier',
        deviations: [],
        isForged: false,
        addenda: [{ reason: 'Forgotten', authorId: idOf(dora) }],
      });
    file = signedMonth(asBen, place, (userId) => (userId === idOf(ben) ? 'Ben Öztürk' : 'An admin'))!;
    expect(file.signed.map(({ authorId }) => authorId)).toEqual([ben, dora, ada].map(idOf));
  });

  it.skipIf(!hasPython)('prove offline who signed a month, and that nothing of it is another', async () => {
    const { asAda, place } = await october();
    const { isVerified, said } = verifyMonth(file);
    expect([isVerified, said]).toEqual([
      false,
      expect.stringContaining('1 of the addenda are not confirmed'),
    ]);
    confirmMonth(asAda, place, now(ada));
    await sent(asAda);
    file = signedMonth(asAda, place, () => 'Ben Öztürk')!;
    const good = verifyMonth(file);
    expect(good.isVerified, good.said).toBe(true);
    expect(good.said).toMatch(/2026-10-05 +09:00 +16:30 +7:30 +8:00 +-0:30/);
    expect(good.said).toMatch(/2026-10-06 .* 4:00 +-4:00 {2}vacation \(half\)/);
    expect(good.said).toMatch(/2026-10-26 .* 0:00 +0:00 {2}nationalDayAustria/);
    const [closing, addendum, confirmation] = file.signed as [
      SignedMonth['signed'][number],
      SignedMonth['signed'][number],
      SignedMonth['signed'][number],
    ];
    const [first, ...others] = file.records;
    const forger = { ...confirmation, authorId: idOf(ben) };
    const altered: [string, object, RegExp][] = [
      [
        'an hour more',
        {
          records: [
            { ...first!, statement: { ...first!.statement, to: 1, segments: [{ from: 0, to: 1 }] } },
            ...others,
          ],
        },
        /says something else/,
      ],
      ['a day less', { records: others }, /was signed and is missing/],
      ['a day more', { records: [...file.records, { ...first!, id: taskId }] }, /was added/],
      [
        'another closing',
        { signed: [{ ...closing, content: closing.content.replace('480', '420') }, addendum, confirmation] },
        /is not signed/,
      ],
      [
        'another reason',
        {
          signed: [
            closing,
            { ...addendum, content: addendum.content.replace('Forgotten', 'Ordered') },
            confirmation,
          ],
        },
        /is not signed/,
      ],
      ['no addendum', { signed: [closing, confirmation] }, /something else than what is here/],
      ['a confirmation by somebody else', { signed: [closing, addendum, forger] }, /is not signed/],
      ['somebody else’s hours', { userId: idOf(ada) }, /not the hours of that person/],
      ['a shorter log', { log: file.log.slice(0, 1) }, /that is not here/],
      [
        'another role',
        {
          log: file.log.map((entry) =>
            entry.type === 'add' && entry.payload.role === 'EMPLOYEE'
              ? { ...entry, payload: { ...entry.payload, role: 'ADMIN' } }
              : entry,
          ),
        },
        /is not signed/,
      ],
    ];
    for (const [name, change, why] of altered) {
      const { isVerified: holds, said: words } = verifyMonth({ ...file, ...change });
      expect([name, holds, words]).toEqual([name, false, expect.stringMatching(why)]);
    }
  });

  it('show a closing that an admin wrote over as forged', async () => {
    const { asBen, asAda, place } = await october();
    asAda.update('month', monthId(place.scopeId, month), { closedAt: 1 });
    await sent(asAda);
    await expect.poll(() => monthState(asBen.collections, place)).toMatchObject({ isForged: true });
    expect(monthState(asBen.collections, place).closing).toBeUndefined();
    closeMonth(asBen, place, now(ben));
    await sent(asBen);
    await expect.poll(() => monthState(asAda.collections, place).isForged).toBe(false);
  });

  it.skipIf(!hasPython)('prove a month that was closed again, without its earlier addenda', async () => {
    const { asAda, place } = await october();
    expect(monthState(asAda.collections, place)).toMatchObject({ addenda: [], deviations: [] });
    confirmMonth(asAda, place, now(ada));
    await sent(asAda);
    const again = signedMonth(asAda, place, () => 'Ben Öztürk')!;
    expect(again.signed.map(({ noun }) => noun)).toEqual(['month', 'monthConfirmation']);
    const { isVerified, said } = verifyMonth(again);
    expect(isVerified, said).toBe(true);
    const earlier = file.signed.find(({ noun }) => noun === 'monthAddendum')!;
    expect(verifyMonth({ ...again, signed: [...again.signed, earlier] })).toMatchObject({
      isVerified: false,
      said: expect.stringContaining('the closing contains'),
    });
  });

  it('open to whoever comes back with other keys only once an admin says that it is them', async () => {
    await act(ada, id, { type: 'remove', userId: idOf(cora) });
    const asAda = await at(ada);
    const readers = () => hoursOf(asAda.collections, whose)!.readerIds;
    const whose = idOf(cora);
    await expect.poll(readers).toEqual([]);
    // As whoever has the database could: new keys under her id, and an invitation.
    const other = await resetPassword(cora, server.url, 'Another password! 1');
    await inviteIn(ada, id, other, { role: 'EMPLOYEE' });
    const entries = async () => titles(await at(other));
    await asAda.pull();
    await keepHoursReaders({ workspace: asAda, userId: idOf(ada) });
    await sent(asAda);
    expect([readers(), await entries()]).toEqual([[], []]);
    const [hours] = hoursOfReturned(asAda);
    expect(hours).toMatchObject({ userId: whose });
    asAda.update('workingTime', hours!.id, { readerIds: [whose] });
    await sent(asAda);
    await expect.poll(entries).toContain('by Cora');
    expect(hoursOfReturned(asAda)).toEqual([]);
    await other.session.signOut({ discard: true });
  });
});
