/**
 * Four people talk in a room, one of them in two tabs, while lines break and pages are loaded anew, what was said long ago
 * is changed elsewhere, one is let in and one taken out. A few minutes of it, about an hour with LONG=1; SEED chooses
 * what happens.
 */
import { createRoom, setRoomMembers } from '@kontor/client/nouns/room';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { random } from '@kontor/contract/testing/random';
import { limits } from '@kontor/contract/wire/protocol';
import { richTextOf } from '@kontor/testkit/seed/richText';
import { expect, test } from './fixture.ts';
import type { Person } from './person/person.ts';

test.use({ loadsAhead: true });

const rounds = process.env.LONG ? 120 : 6;
const seed = Number(process.env.SEED ?? 1);
/** Messages that were there before: many more than a screen and its surroundings hold, and more than a device begins with. */
const past = process.env.LONG ? 2 * limits.headRows : limits.headRows + 60;
const room = 'Building site';

// Says where it stands still.
test.use({ actionTimeout: 30_000 });

interface Speaker {
  name: string;
  person: Person;
}

const stream = ({ page }: Person) => page.getByRole('log');
const said = (person: Person, text: string) =>
  stream(person)
    .getByRole('article')
    .filter({ has: person.page.getByText(text, { exact: true }) });

async function say({ page }: Person, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: `Message to ${room}` });
  // What somebody types in another tab of theirs stands here, too, until it is sent.
  await expect(field).toHaveText('');
  await field.click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** Changes what was just said. */
async function change(person: Person, text: string, to: string): Promise<void> {
  await said(person, text).hover();
  await said(person, text)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await person.page.getByRole('menuitem', { name: 'Edit' }).click();
  await person.page.getByRole('textbox', { name: 'Message', exact: true }).click();
  await person.page.keyboard.press('Control+a');
  await person.page.keyboard.type(to);
  await person.page.keyboard.press('Enter');
}

/** Reads the whole room as it stands on the screen, from the first message to the newest. */
async function everythingOn(person: Person): Promise<string[]> {
  await expect(async () => {
    await stream(person).evaluate((list) => list.scrollTo(0, 0));
    // In view, not only there: what came last pushes down what was looked at.
    const beginning = person.page.getByText(`This is the beginning of ${room}.`);
    await expect(beginning).toBeInViewport({ timeout: 500 });
  }).toPass({ timeout: 120_000 });
  return stream(person).evaluate(async (list) => {
    const rows = new Map<number, string | undefined>();
    const rest = () => new Promise((wake) => setTimeout(wake, 50));
    const drawn = () => [...list.querySelectorAll<HTMLElement>('[data-index]')];
    const isAtEnd = () => list.scrollTop + list.clientHeight >= list.scrollHeight - 2;
    /** Pixels above the first row and below the last one. */
    const [head, foot] = [64, 16];
    /** Returns true once what was scrolled to is drawn, which a busy machine does later. */
    const isDrawn = () => {
      const { top, bottom } = list.getBoundingClientRect();
      const boxes = drawn().map((row) => row.getBoundingClientRect());
      return (
        (list.scrollTop <= head || boxes.some((box) => box.top <= top)) &&
        boxes.some((box) => box.bottom >= bottom - foot)
      );
    };
    for (let ends = 0; ends < 3; ends = isAtEnd() ? ends + 1 : 0) {
      while (!isDrawn()) await rest();
      for (const row of drawn())
        rows.set(Number(row.dataset.index), row.querySelector('article p')?.textContent ?? undefined);
      list.scrollBy(0, list.clientHeight / 2);
      await rest();
    }
    const missing = Array.from({ length: rows.size }, (_, i) => i).filter((i) => !rows.has(i));
    if (missing.length > 0) throw new Error(`rows ${missing.join()} never came on the screen`);
    return [...rows].sort(([a], [b]) => a - b).flatMap(([, text]) => (text === undefined ? [] : [text]));
  });
}

test('four people talk through broken lines: each message once, in one order, on every screen', async ({
  firm,
}) => {
  test.setTimeout(process.env.LONG ? 5_400_000 : 900_000);
  const chance = random(seed);
  const { id, people, enter } = await firm('Talk & Töchter', ['Ada', 'Ben', 'Cora', 'Dee']);
  const [adaId, benId, coraId, deeId] = people.map(({ session }) => session.user!.id) as [
    string,
    string,
    string,
    string,
  ];
  const elsewhere = async (at: number): Promise<Workspace> => (await people[at]!.onAnotherDevice()).open(id);
  const [adaElsewhere, benElsewhere] = [await elsewhere(0), await elsewhere(1)];
  const by = () => ({ userId: adaId, at: Date.now() });
  const roomId = createRoom(adaElsewhere, { name: room, memberIds: [benId, coraId] }, 'private', by());
  await adaElsewhere.outbox.sent();
  await benElsewhere.pull();
  /** The texts that have to stand in the room in the end. */
  const expected = new Set<string>();
  const old: { text: string; id: string; workspace: Workspace }[] = [];
  for (let i = 0; i < past; i++) {
    const [workspace, userId] = i % 2 === 0 ? [adaElsewhere, adaId] : [benElsewhere, benId];
    const text = `Long ago ${i}`;
    const fields = { userId, notifyIds: [], content: richTextOf([text]), createdAt: Date.now() };
    old.push({ text, workspace, id: workspace.create('message', roomId, fields).id });
    expected.add(text);
  }
  for (const workspace of [adaElsewhere, benElsewhere]) await workspace.outbox.sent();

  const entered: Person[] = [];
  for (const actor of people) entered.push(await enter(actor));
  const [ada, ben, cora, dee] = entered as [Person, Person, Person, Person];
  const adasOther = await ada.inNewTab();
  const all = [ada, adasOther, ben, cora, dee];
  for (const { page, guard } of all) {
    guard.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK/);
    await page.goto(`/${id}/chat/${roomId}`);
  }
  await expect(dee.page.getByText('This room does not exist any more, or you are not in it.')).toBeVisible();

  let speakers: Speaker[] = [
    { name: 'Ada', person: ada },
    { name: 'Ada, second tab', person: adasOther },
    { name: 'Ben', person: ben },
    { name: 'Cora', person: cora },
  ];
  const cut = new Set<Person>();
  const setLine = async (person: Person, isCut: boolean) => {
    await person.page.context().setOffline(isCut);
    if (isCut) cut.add(person);
    else cut.delete(person);
  };
  const mend = async (person: Person) => {
    await setLine(person, false);
    await person.isSettled();
  };
  const saidWithoutCora: string[] = [];
  const counts = { said: 0, changed: 0, cuts: 0, reloads: 0 };

  for (let round = 0; round < rounds; round++) {
    for (const { person, name } of speakers) {
      const line = person === adasOther ? ada : person;
      if (chance.chance(0.3)) {
        counts.cuts++;
        await setLine(line, !cut.has(line));
      } else if (!cut.has(line) && chance.chance(0.15)) {
        counts.reloads++;
        await person.page.reload();
      }
      for (let i = chance.int(1, 2); i > 0; i--) {
        const text = `${name} says ${++counts.said}`;
        await say(person, text);
        expected.add(text);
        if (!speakers.some(({ person: each }) => each === cora)) saidWithoutCora.push(text);
        if (chance.chance(0.3)) {
          counts.changed++;
          await change(person, text, `${text}, rather`);
          expected.delete(text);
          expected.add(`${text}, rather`);
        }
      }
    }
    // Two of those of long ago, which no screen shows.
    for (const kind of ['update', 'remove'] as const) {
      const [{ text, id: messageId, workspace }] = old.splice(chance.int(0, old.length - 1), 1) as [
        (typeof old)[0],
      ];
      expected.delete(text);
      if (kind === 'remove') workspace.remove('message', messageId);
      else {
        workspace.update('message', messageId, {
          content: richTextOf([`${text}, rather`]),
          editedAt: Date.now(),
        });
        expected.add(`${text}, rather`);
      }
    }
    if (round === Math.floor(rounds / 3)) {
      setRoomMembers(adaElsewhere, roomId, [adaId, benId, coraId, deeId], by());
      await expect(stream(dee)).toBeVisible();
      speakers.push({ name: 'Dee', person: dee });
    }
    if (round === Math.floor((2 * rounds) / 3)) {
      // What she said without a connection has to be there before she may say nothing more.
      await mend(cora);
      setRoomMembers(adaElsewhere, roomId, [adaId, benId, deeId], by());
      await expect(cora.page.getByRole('textbox', { name: `Message to ${room}` })).toBeHidden();
      speakers = speakers.filter(({ person }) => person !== cora);
    }
  }
  for (const person of [ada, ben, dee]) await mend(person);
  for (const workspace of [adaElsewhere, benElsewhere]) await workspace.outbox.sent();
  let onAda: string[] = [];
  const hers = async () => {
    onAda = await everythingOn(ada);
    return onAda.toSorted();
  };
  await expect.poll(hers, { timeout: 120_000 }).toEqual([...expected].toSorted());
  for (const person of [adasOther, ben, dee])
    await expect.poll(() => everythingOn(person), { timeout: 120_000 }).toEqual(onAda);
  expect(Math.min(counts.changed, counts.cuts, counts.reloads)).toBeGreaterThan(0);
  const onCora = await cora.page.locator('body').innerText();
  expect(saidWithoutCora.filter((text) => onCora.includes(text))).toEqual([]);
});
