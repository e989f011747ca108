// @vitest-environment happy-dom
/** The filters of a search, typed or begun by chips, over the real client and index. */
import { createProject } from '@kontor/client/nouns/project';
import { createRoom } from '@kontor/client/nouns/room';
import { until } from '@kontor/client/replica/testing/client';
import { mondayOf, today } from '@kontor/contract/time/day';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished } from 'vitest';
import { formatDate } from '../../platform/text/format.ts';
import { speak } from '../../platform/text/locale.ts';
import { open, show, staffId } from './testing/searchScene.tsx';

const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
const day = (text: string) => new Date(`${text}T12:00:00`).getTime();

it('narrows to a room, a place and a day, and takes the filters out again', async () => {
  const { replica, sent, server, userId } = await open('ADMIN');
  const ben = uuidv7();
  replica.create('member', staffId, { id: userId, userId, firstName: 'Ada', lastName: 'Berg', email: '' });
  replica.create('member', staffId, { id: ben, userId: ben, firstName: 'Ben', lastName: 'Beck', email: '' });
  const by = { userId, at: 0 };
  const say = (room: string, text: string) =>
    replica.create('message', room, { userId, notifyIds: [], content: paragraph(text), createdAt: 0 });
  const project = createProject(replica, { name: 'Website' });
  const other = createProject(replica, { name: 'Website Relaunch' });
  const room = createRoom(
    replica,
    { name: 'Website', memberIds: [userId], projectId: project.id },
    'open',
    by,
  );
  const elsewhere = createRoom(replica, { name: 'Website Fotos', memberIds: [userId] }, 'open', by);
  server.time = day('2026-03-01');
  await sent();
  say(room, 'Angebot hier');
  say(elsewhere, 'Angebot dort');
  replica.create('task', project.id, { title: 'Angebot eins', createdBy: userId });
  await sent();
  server.time = day('2026-03-02');
  replica.create('task', other.id, { title: 'Angebot zwei', createdBy: ben });
  await sent();

  const page = await show('search');
  page.type('angebot in:#website');
  await page.says('within #Website');
  await until(() => page.lines().join().includes('hier') && page.lines().length === 1);

  page.click('Remove within #Website');
  await until(() => page.field() === 'angebot');
  await page.says('4 results');
  await page.says(/Where(?=.*Website2)(?=.*#Website1)(?=.*#Website Fotos1)(?=.*Website Relaunch1)/);
  page.click('Website2');
  await until(() => page.field() === 'angebot in:Website');
  // The project has its room, and not what is called alike.
  await until(() => page.lines().length === 2);
  page.click('Website2');
  await until(() => page.field() === 'angebot');

  page.type('angebot before:2.3.2026');
  await page.says('before Mar 2, 2026');
  await until(() => page.lines().length === 3 && !page.lines().join().includes('zwei'));
  page.type('angebot from:ben');
  await page.says('from Ben Beck');
  await until(() => page.lines().length === 1 && page.lines()[0]!.includes('Angebot zwei'));
  page.type('angebot seit:2.3.2026');
  await page.says('since Mar 2, 2026');
  await until(() => page.lines().length === 1 && page.lines()[0]!.includes('Angebot zwei'));
});

it.each([
  [
    'en',
    'palette',
    ['In …', 'From …', 'Since …', 'Before …'],
    ['in:', 'from:', 'since:', 'before:'],
    'This week',
  ],
  ['de', 'search', ['In …', 'Von …', 'Seit …', 'Vor …'], ['in:', 'von:', 'seit:', 'vor:'], 'Diese Woche'],
] as const)(
  'begins filters by chips and offers what they can name (%s, %s)',
  async (language, at, chips, words, week) => {
    speak(language);
    onTestFinished(() => speak('en'));
    const { replica, sent, userId } = await open('ADMIN');
    const name = { firstName: 'Ada', lastName: 'Berg', email: '' };
    replica.create('member', staffId, { id: userId, userId, ...name });
    for (const name of ['Neubau', 'Altbau West']) createProject(replica, { name });
    createProject(replica, { name: 'Umbau', archivedAt: 1 });
    createRoom(replica, { name: 'Anbau', memberIds: [userId] }, 'open', { userId, at: 0 });
    await sent();
    const shown = await show(at);
    /** Presses a chip and waits for its text. */
    const press = async (chip: string, typed: string) => {
      shown.press(chip);
      await until(() => shown.field() === typed);
      expect(document.activeElement).toBe(document.querySelector('input'));
    };
    shown.type('bau');
    await shown.says('Altbau West');
    await press(chips[0], 'bau in:');
    await until(() => /Altbau West.*Neubau.*#Anbau/.test(shown.chips().join()));
    expect(shown.chips().join()).not.toMatch(/Umbau|Ada/);
    shown.type('bau in:w');
    await until(() => shown.chips().at(-1) === 'Altbau West');
    expect(shown.chips().join()).not.toContain('Neubau');
    await press('Altbau West', 'bau in:"Altbau West" ');
    expect(shown.chips()).not.toContain(chips[0]);

    await press(chips[1], `bau in:"Altbau West" ${words[1]}`);
    await press('Ada Berg', `bau in:"Altbau West" ${words[1]}"Ada Berg" `);
    for (const i of [2, 3]) {
      shown.type('');
      await until(() => shown.chips().includes(chips[i]!));
      await press(chips[i]!, words[i]!);
      await until(() => shown.chips()[0]!.startsWith(week));
      const monday = mondayOf(today());
      await press(week, `${words[i]}${monday} `);
      expect(shown.chips()[0]).toContain(formatDate(monday));
    }
  },
);

it('narrows the page to what is from this week on', async () => {
  const { replica, sent, server } = await open('ADMIN');
  const project = createProject(replica, { name: 'Neubau' });
  server.time = day('2026-03-02');
  replica.create('task', project.id, { title: 'Rechnung alt' });
  await sent();
  server.time = Date.now();
  replica.create('task', project.id, { title: 'Rechnung neu' });
  await sent();
  const page = await show('search');
  page.type('rechnung');
  await until(() => page.lines().length === 2);
  page.click('This week');
  await until(() => page.lines().join() === 'Rechnung neuNeubau');
  page.click('This week');
  await until(() => page.lines().length === 2 && page.field() === 'rechnung');
});
