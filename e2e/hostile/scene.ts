/**
 * The scene in which the scripts run: one workspace of one person, who has a browser (or the client without one) behind
 * the hostile proxy and, on an honest connection, a second device in Node that writes what the browser is to see.
 */

import { syncTransport } from '@kontor/client/http/syncTransport';
import { createProject } from '@kontor/client/nouns/project';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { DeviceSession } from '@kontor/contract/wire/account';
import type { SyncAnswer } from '@kontor/contract/wire/sync';
import { type Actor, createActor } from '@kontor/testkit/actor';
import { type Browser, expect, type Page } from '@playwright/test';
import type { Needle } from '../canary/marker.ts';
import { canaries, needlesOf } from '../canary/marker.ts';
import { guardContext } from '../guard.ts';
import { Person } from '../person/person.ts';
import { NodeView } from './nodeView.ts';
import { secretsOf } from './secrets.ts';
import { openSite, type Site } from './site.ts';

/** The surface in front of somebody: a page of a browser, or the client in Node. */
export type View = Pick<Page, 'goto' | 'reload'> | NodeView;

/** Somebody behind the proxy. */
export interface Visitor<V extends View = View> {
  page: V;
  signIn(): Promise<void>;
}

export interface Scene<P extends Visitor = Visitor> {
  site: Site;
  actor: Actor;
  /** The workspace on the actor's device in Node, which nobody lies to. */
  workspace: Workspace;
  /** The project that the member looks at. */
  projectId: string;
  /** Opens a browser that knows nothing yet. */
  newcomer(): Promise<P>;
  /** Opens a browser for somebody else, before a workspace of theirs. */
  visitor(who: Actor['person'], workspaceId: string): Promise<P>;
  /** The person's browser, signed in, with the project's tasks open. */
  member: P;
  /** Returns a title that nobody else has; it must not leave a browser in clear. */
  title(): string;
  /** Resolves with all records as the server has them now. */
  everything(): Promise<SyncAnswer>;
  /** Returns the secrets that must not leave, as of now. */
  secrets(): Promise<Needle[]>;
  /** Creates another project and shows its tasks to the member: what was refused before is elsewhere. */
  turnPage(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a scene in which everybody has a browser of their own. */
export const openScene = (browser: Browser): Promise<Scene<Person>> =>
  open(async ({ url }, who) => {
    const context = await browser.newContext({ baseURL: url });
    const guard = await guardContext(context, url);
    return new Person(await context.newPage(), guard, who);
  });

/** Opens a scene in which nobody has a browser. */
export const openSceneInNode = (): Promise<Scene> =>
  open(async ({ url }, who, workspaceId) => {
    const page = new NodeView(url, who, workspaceId);
    return { page, signIn: () => page.signIn() };
  });

async function open<P extends Visitor>(
  visit: (site: Site, who: Actor['person'], workspaceId: string) => Promise<P>,
): Promise<Scene<P>> {
  const site = await openSite();
  const field = canaries();
  const title = () => `Task ${field.plant('title')}`;
  const actor = await createActor(site.server.url);
  const workspaceId = await actor.createWorkspace();
  const workspace = await actor.open(workspaceId);
  const project = createProject(workspace, { name: `Project ${field.plant('project')}` });
  workspace.create('task', project.id, { title: title() });
  await workspace.outbox.sent();
  const transport = syncTransport(actor.device.http.forWorkspace(workspaceId));
  const everything = () => transport.sync({ workspaceId, cursors: {}, logLength: 0 });
  const newcomer = () => visit(site, actor.person, workspaceId);
  const member = await newcomer();
  await member.signIn();
  const scene: Scene<P> = {
    site,
    actor,
    workspace,
    projectId: '',
    newcomer,
    visitor: (who, workspaceId) => visit(site, who, workspaceId),
    member,
    title,
    everything,
    secrets: async () => [
      ...needlesOf(field.marker),
      ...(await secretsOf(actor, workspaceId, await everything())),
    ],
    turnPage: async () => {
      const next = createProject(workspace, { name: `Project ${field.plant('project')}` });
      const first = workspace.create('task', next.id, { title: title() });
      await workspace.outbox.sent();
      scene.projectId = next.id;
      await member.page.goto(`/${workspaceId}/projects/${next.id}/tasks`);
      await isShown(member.page, first.title);
    },
    close: async () => {
      await actor.session.signOut({ discard: true });
      await site.close();
    },
  };
  await scene.turnPage();
  return scene;
}

/** Waits until a text is there to read. */
export const isShown = (view: View, text: string | RegExp): Promise<void> =>
  view instanceof NodeView ? view.shows(text) : expect((view as Page).getByText(text).first()).toBeVisible();

export const isAbsent = (view: View, text: string | RegExp): Promise<void> =>
  view instanceof NodeView ? view.lacks(text) : expect((view as Page).getByText(text)).toHaveCount(0);

/** Confirms having read what the server showed and no longer shows. */
export const confirmRead = async (view: View): Promise<void> =>
  view instanceof NodeView
    ? view.confirmRead()
    : (view as Page).getByRole('button', { name: 'Got it' }).click();

/** Says that the six words which somebody sees are those of somebody else. */
export const confirmWords = async (view: View): Promise<void> =>
  view instanceof NodeView
    ? view.confirmWords()
    : (view as Page).getByRole('button', { name: 'They are the same' }).click();

/** Closes somebody's page or client. */
export const leave = (view: View): Promise<void> =>
  view instanceof NodeView ? view.close() : (view as Page).context().close();

/** Returns the session that the server keeps of somebody's browser. */
export async function sessionId(view: View): Promise<string> {
  if (view instanceof NodeView) return view.sessionId();
  const answer = await (view as Page).request.get('/api/account/sessions');
  const sessions = (await answer.json()) as DeviceSession[];
  return sessions.find(({ isCurrent }) => isCurrent)!.id;
}

/** Signs in again where the server ended the session: the browser is the same. */
export async function signInAgain(there: Visitor): Promise<void> {
  const { page } = there;
  if (page instanceof NodeView) return page.signInAgain();
  await page.reload();
  await expect(page as Page).toHaveURL(/\/login/);
  await there.signIn();
}
