/** Plays mentions by a colleague while the app has not the focus, and what the system's notifications say of them. */
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { Actor } from '@kontor/testkit/actor';
import { takeIn } from '@kontor/testkit/team';
import { until } from '../browsers/browser.ts';
import type { Step } from '../browsers/tour.ts';
import type { WebKit } from '../browsers/webkit.ts';
import { type Acts, part, target } from './acts.ts';
import { takeFocus } from './display.ts';
import type { Notifications } from './notifications.ts';

const title = 'Slates & <battens>';

/** Mentions the person, with these words. */
type Mention = (words: string) => Promise<void>;

/** Takes a colleague in. Resolves with what has him mention the person at a task of the scope. */
export async function takeInColleague(
  { ada, ben }: { ada: Actor; ben: Actor },
  workspace: Workspace,
  scopeId: string,
): Promise<Mention> {
  await takeIn(ada, workspace.id, ben, { role: 'EMPLOYEE' });
  const { id: taskId } = workspace.create('task', scopeId, { title });
  await workspace.outbox.sent();
  const theirs = await ben.open(workspace.id);
  const [adaId, userId] = [ada.session.user!.id, ben.session.user!.id];
  return async (words) => {
    const mention = { type: 'mention', attrs: { id: adaId, label: 'Ada Berg' } };
    const content = [{ type: 'paragraph', content: [mention, { type: 'text', text: ` ${words}` }] }];
    theirs.create('comment', scopeId, {
      taskId,
      userId,
      notifyIds: [adaId],
      createdAt: Date.now(),
      content: { type: 'doc', content },
    });
    await theirs.outbox.sent();
  };
}

/** Begins quiet hours an hour ago, for two hours. */
export function beginQuietHours({ session }: Actor): Promise<void> {
  const now = new Date();
  const minuteIn = (hours: number) => ((now.getHours() + hours + 24) % 24) * 60 + now.getMinutes();
  return session.account.updateNotificationSetting({ quietFrom: minuteIn(-1), quietTo: minuteIn(1) });
}

interface MentionSite {
  app: WebKit;
  act: Acts;
  notifications: Notifications;
  workspace: { id: string; name: string };
  mention: Mention;
  /** Words of the colleague, the first in quiet hours. */
  words: readonly [string, string];
}

/** Plays the steps in a workspace, in quiet hours. */
export async function mentionSteps(
  { app, act, notifications, workspace, mention, words: [first, second] }: MentionSite,
  step: Step,
): Promise<void> {
  const leave = async () => {
    await takeFocus(app.display);
    await until('the app has lost the focus', async () => !(await act.hasFocus()));
  };

  await step('in quiet hours a mention rings the bell of the app, and the system shows nothing', async () => {
    await leave();
    await mention(first);
    await act.see(target('link', 'Notifications, 1 for you'));
    // One that comes later is seen in the next step.
    if (notifications.shown().length > 0) throw new Error('the system shows it');
  });

  await step('outside them the system shows all of it, and a click leads to its place', async () => {
    await act.chooseInMenu(workspace.name, 'Account');
    await app.click(target('link', 'Notifications'));
    await app.click(target('button', 'No quiet hours'));
    await act.see(target('button', 'Switch on quiet hours'));
    await leave();
    await mention(`${second} <b> & </b>`);
    await until('a notification of the system', async () => notifications.shown().length > 0);
    const said = `@Ada Berg ${second} &lt;b&gt; &amp; &lt;/b&gt;`;
    const wanted = [{ title, body: `Ben Berg mentioned you or answered you\n${said}` }];
    const shown = notifications.shown().map(({ title, body }) => ({ title, body }));
    if (JSON.stringify(shown) !== JSON.stringify(wanted)) throw new Error(`shown: ${JSON.stringify(shown)}`);
    notifications.click(notifications.shown()[0]!);
    await act.see(part('text', `${second} <b> & </b>`));
    await until('the app has the focus', act.hasFocus);
    const address = await act.address();
    if (!address.startsWith(`/${workspace.id}/notifications?`)) throw new Error(`it leads to ${address}`);
    await app.press(['Escape']);
  });
}
