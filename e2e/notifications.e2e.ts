/** Two people, each in a browser and one of them in two: what one does shows on the other's bell, and only while it is so. */
import { createProject } from '@kontor/client/nouns/project';
import type { RichText } from '@kontor/contract/entity/field';
import { chromiumFlags } from '../tools/chromium.ts';
import { desk, looksFine } from './axe.ts';
import { expect, test } from './fixture.ts';
import type { Person } from './person/person.ts';
import { shownPushes, takePushes } from './person/push.ts';

// The browser itself: its shell, in which other scenarios are played, shows no notifications.
const executablePath = process.env.KONTOR_CHROMIUM;
test.use(
  executablePath ? { launchOptions: { args: chromiumFlags, executablePath } } : { channel: 'chromium' },
);

const bell = ({ page }: Person, name: string | RegExp) =>
  page.getByRole('banner').getByRole('link', { name, exact: true });
const rows = ({ page }: Person) => page.getByRole('main').locator('[data-row]');

const doc = (...content: RichText[]): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content }],
});

test('people are told what concerns them, once, and everywhere', async ({ firm }) => {
  const { id, people, enter } = await firm('Bell & Söhne', ['Ada', 'Ben']);
  const [ada, colleague] = people;
  const benId = colleague!.session.user!.id;
  const adaId = ada!.session.user!.id;
  const ben = await enter(colleague!, { viewport: desk });
  const second = await enter(colleague!, { viewport: desk });
  const asAda = await ada!.open(id);
  const project = createProject(asAda, { name: 'Roof' });
  const task = asAda.create('task', project.id, { title: 'Count the tiles', assigneeIds: [benId] });

  await test.step('an assignment shows on both devices at once', async () => {
    await expect(bell(ben, 'Notifications, 1 for you')).toBeVisible();
    await expect(bell(second, 'Notifications, 1 for you')).toBeVisible();
    await expect(ben.page).toHaveTitle(/^\(1\) /);
  });

  await test.step('a push says what it is where a page knows, and its fixed words elsewhere', async () => {
    const deliver = await takePushes(ben.page);
    const pushOf = (tag: string) => ({
      title: 'Kontor',
      body: 'There is something new for you.',
      lang: 'en',
      tag,
      navigate: `/${tag}/notifications`,
    });
    // Just started, a browser may forget the first one again: it strikes from its notes what the desktop does not show yet.
    const deliverAgain = async (push: object) => {
      await deliver(push);
      return shownPushes(ben.page);
    };
    const known = {
      title: 'Count the tiles',
      body: 'Ada Berg assigned this task to you',
      leadsTo: `/${id}/notifications`,
    };
    await expect.poll(() => deliverAgain(pushOf(id))).toEqual([known]);
    asAda.create('comment', project.id, {
      taskId: task.id,
      userId: adaId,
      notifyIds: [benId],
      content: doc({ type: 'text', text: 'Mind the ridge' }),
      createdAt: Date.now(),
    });
    const said = { ...known, body: 'Ada Berg commented\nMind the ridge' };
    await expect.poll(() => deliverAgain(pushOf(id))).toContainEqual(said);
    const { title, body, navigate: leadsTo } = pushOf('another-firm');
    await expect.poll(() => deliverAgain(pushOf('another-firm'))).toContainEqual({ title, body, leadsTo });
  });

  await test.step('comments on one thing are one line; a mention is for him', async () => {
    for (const text of ['One', 'Two'])
      asAda.create('comment', project.id, {
        taskId: task.id,
        userId: adaId,
        notifyIds: [benId],
        content: doc({ type: 'text', text }),
        createdAt: Date.now(),
      });
    const mention = { type: 'mention', attrs: { id: benId, label: 'Ben Berg' } };
    asAda.create('comment', project.id, {
      taskId: task.id,
      userId: adaId,
      notifyIds: [benId],
      content: doc(mention),
      createdAt: Date.now(),
    });
    await bell(ben, /^Notifications/).click();
    await expect(rows(ben)).toHaveCount(1);
    await expect(rows(ben).first()).toContainText('Count the tiles');
    await expect(rows(ben).first()).toContainText('Ada Berg mentioned you or answered you');
    await ben.page.getByRole('link', { name: 'Activity (1)' }).click();
    await expect(rows(ben)).toHaveCount(1);
    await expect(rows(ben).first()).toContainText('Ada Berg commented');
    await looksFine(ben.page, 'notifications');
  });

  await test.step('opening the thing reads it on the other device too', async () => {
    await rows(ben).getByRole('link', { name: 'Count the tiles' }).click();
    await expect(ben.page.getByRole('dialog')).toContainText('Count the tiles');
    await expect(bell(ben, 'Notifications')).toBeVisible();
    await expect(bell(second, 'Notifications')).toBeVisible();
    await ben.page.keyboard.press('Escape');
  });

  await test.step('what is removed can be had back', async () => {
    await ben.page.getByRole('link', { name: 'For you' }).click();
    await ben.page.getByRole('button', { name: 'Remove all' }).click();
    await expect(ben.page.getByText('2 notifications removed.')).toBeVisible();
    await expect(rows(ben)).toHaveCount(0);
    // What had the focus is gone each time: it does not fall to the page's beginning.
    await expect(ben.page.getByRole('heading', { level: 1 })).toBeFocused();
    await ben.page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows(ben)).toHaveCount(1);
    await expect(ben.page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('a task that is muted says nothing more', async () => {
    await rows(ben).getByRole('button', { name: 'Actions for' }).click();
    await expect(ben.page.getByRole('menuitem', { name: 'Mute “Roof”' })).toBeVisible();
    await ben.page.getByRole('menuitem', { name: 'Mute “Count the tiles”' }).click();
    await expect(ben.page.getByText('You hear nothing more of “Count the tiles”.')).toBeVisible();
    asAda.create('comment', project.id, {
      taskId: task.id,
      userId: adaId,
      notifyIds: [benId],
      content: doc({ type: 'text', text: 'Three' }),
      createdAt: Date.now(),
    });
    const other = asAda.create('task', project.id, { title: 'Order nails', assigneeIds: [benId] });
    await expect(rows(ben)).toHaveCount(2);
    await expect(bell(ben, 'Notifications, 1 for you')).toBeVisible();
    await expect(ben.page.getByRole('link', { name: 'Activity', exact: true })).toBeVisible();
    // What makes no lines any more is let speak again from the list below.
    await ben.page.getByRole('button', { name: 'Unmute “Count the tiles”' }).click();
    await expect(ben.page.getByText('You hear of “Count the tiles” again.')).toBeVisible();
    await expect(ben.page.getByRole('heading', { name: 'Muted' })).toHaveCount(0);
    // Who is taken off a task is told no more that it is theirs.
    asAda.update('task', other.id, { assigneeIds: [] });
    await expect(rows(ben)).toHaveCount(1);
  });
});
