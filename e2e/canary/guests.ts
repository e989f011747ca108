/**
 * Brings two people into a workspace, one by a link opened in a browser and one by six words, and returns their
 * secrets.
 */
import { readLink } from '@kontor/client/team/invitationLink';
import { fromBase64Url } from '@kontor/contract/wire/bytes';
import { type Actor, createActor } from '@kontor/testkit/actor';
import { type Browser, expect } from '@playwright/test';
import { guardContext } from '../guard.ts';
import { identity, Person } from '../person/person.ts';
import { type Needle, needlesOf } from './marker.ts';

/**
 * Lets both guests in. Returns what must be found nowhere: the link's secret, whole and as it appears in the link, and
 * the words that were read out.
 */
export async function letGuestsIn(
  browser: Browser,
  url: string,
  host: Actor,
  workspaceId: string,
): Promise<Needle[]> {
  const team = await (await host.open(workspaceId)).team();

  const who = identity('Guest');
  const link = await team.invite({ email: who.email, role: 'EMPLOYEE' });
  const read = readLink(new URL(link).hash);
  if (read === 'broken' || !read.invitation) throw new Error('the link has no secret');
  const { secret } = read.invitation;
  const context = await browser.newContext({ baseURL: url });
  const person = new Person(await context.newPage(), await guardContext(context, url), who);
  await createActor(url, who).then((actor) => actor.session.signOut());
  await person.invitations.open(link);
  await person.page.getByRole('link', { name: 'Sign in' }).click();
  await person.page.getByLabel('Password', { exact: true }).fill(who.password);
  await person.page.getByRole('button', { name: 'Sign in' }).click();
  await person.invitations.join();
  await expect(person.page).toHaveURL(new RegExp(`/${workspaceId}$`));
  await context.close();

  const late = await createActor(url, { firstName: 'Late' });
  const other = await team.invite({ email: late.person.email, role: 'EMPLOYEE' });
  const [invitation] = await late.session.invitations.list();
  await late.session.invitations.ask(invitation!.id);
  const { waiting } = (await team.sentInvitations()).find(({ id }) => id === invitation!.id)!;
  const words = await late.session.recovery.sixWords();
  const unlock = { type: 'unlock', userId: invitation!.id, cert: waiting!.cert } as const;
  await team.confirm(unlock, words.join(' '));
  await late.session.signOut({ discard: true });
  const unused = readLink(new URL(other).hash);
  if (unused === 'broken' || !unused.invitation) throw new Error('the link has no secret');

  return [
    ...needlesOf(fromBase64Url(secret)),
    ...needlesOf(fromBase64Url(unused.invitation.secret)),
    ...[' ', ',', '","', ''].flatMap((gap) => needlesOf(words.join(gap))),
  ];
}
