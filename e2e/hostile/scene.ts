/**
 * Where the scripts play: one workspace of one person, who has a browser behind the hostile proxy and, on the honest
 * line, a second device in Node that writes what the browser is to see.
 */

import { syncTransport } from '@kontor/client/http/syncTransport';
import { createProject } from '@kontor/client/nouns/project';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { SyncAnswer } from '@kontor/contract/wire/sync';
import { type Actor, createActor } from '@kontor/testkit/actor';
import { type Browser, expect, type Page } from '@playwright/test';
import type { Needle } from '../canary/marker.ts';
import { canaries, needlesOf } from '../canary/marker.ts';
import { guardContext } from '../guard.ts';
import { Person } from '../person/person.ts';
import { secretsOf } from './secrets.ts';
import { openSite, type Site } from './site.ts';

export interface Scene {
  site: Site;
  actor: Actor;
  /** The workspace on the actor's device in Node, which nobody lies to. */
  workspace: Workspace;
  /** The project that the member's browser shows. */
  projectId: string;
  /** Opens a browser that knows nothing yet. */
  newcomer(): Promise<Person>;
  /** The person's browser, signed in, with the project's tasks open. */
  member: Person;
  /** A title that nobody else has; it must not leave a browser in clear. */
  title(): string;
  /** All records as the server has them now. */
  everything(): Promise<SyncAnswer>;
  /** What must not leave, as of now. */
  secrets(): Promise<Needle[]>;
  /** Makes another project and shows its tasks in the member's browser: what was refused before is elsewhere. */
  turnPage(): Promise<void>;
  close(): Promise<void>;
}

export async function openScene(browser: Browser): Promise<Scene> {
  const site = await openSite();
  const field = canaries();
  const title = () => `Task ${field.plant('title')}`;
  const actor = await createActor(site.server.url);
  const workspaceId = await actor.createWorkspace();
  const workspace = await actor.open(workspaceId);
  const project = createProject(workspace, { name: `Project ${field.plant('project')}` });
  workspace.create('task', project.id, { title: title() });
  await workspace.outbox.sent();
  const line = syncTransport(actor.device.http.forWorkspace(workspaceId));
  const everything = () => line.sync({ workspaceId, cursors: {}, logLength: 0 });
  const newcomer = async () => {
    const context = await browser.newContext({ baseURL: site.url });
    const guard = await guardContext(context, site.url);
    return new Person(await context.newPage(), guard, actor.person);
  };
  const member = await newcomer();
  await member.signIn();
  const scene: Scene = {
    site,
    actor,
    workspace,
    projectId: '',
    newcomer,
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

/** Waits until a text stands in the page. */
export const isShown = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByText(text).first()).toBeVisible();

export const isAbsent = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByText(text)).toHaveCount(0);
