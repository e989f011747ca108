/**
 * Fills a server with a believable firm, made by an encrypted person through the product's own client: the server
 * learns no more of it than of any other. The content is the same on every run (days count from today); the account is
 * a new one each time.
 */
import { createProject } from '@kontor/client/nouns/project';
import { shareDocuments } from '@kontor/client/nouns/share';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { taskStatus } from '@kontor/contract/nouns/task';
import { type Random, random } from '@kontor/contract/testing/random';
import { dayMs } from '@kontor/contract/time/day';
import { type Actor, createActor } from '../actor.ts';
import { type SeedFile, seedAttachment, seedFolders } from './files.ts';
import { makeHours } from './hours.ts';
import { makeRemarks, setMoney } from './money.ts';
import {
  letCustomerIn,
  type SeededColleague,
  type SignIn,
  takeColleaguesIn,
  takeCustomersOn,
} from './people.ts';
import { logo } from './png.ts';
import { type SeedProject, seedProjects } from './projects.ts';
import { richTextOf } from './richText.ts';
import { goOn, makeTalk } from './talk.ts';

export interface SeededFirm {
  actor: Actor;
  workspaceId: string;
  /** The words of the recovery kit. */
  words: readonly string[];
  colleagues: readonly SeededColleague[];
  /** Somebody of a customer's. */
  guest: Actor;
  /** Number of records made, by kind. */
  counts: { projects: number; tasks: number; folders: number; files: number };
}

export interface SeedOptions {
  /** Everybody's, made up where it is missing. */
  password?: string;
  /** Of everybody's address (`julia@<domain>`), none of which may be registered yet; else each gets one of their own. */
  domain?: string;
  /** `YYYY-MM-DD`; due dates lie around it. */
  today?: string;
}

/** Makes the firm. @throws CallError when the server refuses something */
export async function seedFirm(
  url: string,
  { password, domain, today }: SeedOptions = {},
): Promise<SeededFirm> {
  const signIn: SignIn = (firstName) => ({
    ...(password && { password }),
    ...(domain && { email: `${firstName.toLowerCase()}@${domain}` }),
  });
  const julia = { firstName: 'Julia', lastName: 'Brandt', language: 'de', ...signIn('Julia') } as const;
  const actor = await createActor(url, julia);
  const { words } = await actor.session.account.createKit(actor.person.password);
  await actor.session.account.confirmKit();
  const workspaceId = await actor.createWorkspace({
    name: 'Brandt & Söhne Holzbau',
    color: '#0b5c63',
    logo: logo(),
    business,
  });
  const colleagues = await takeColleaguesIn(url, actor, { workspaceId, signIn });
  const userIds = [actor.session.user!.id, ...colleagues.map(({ userId }) => userId)];
  const customerIds = await takeCustomersOn(actor, workspaceId);
  const workspace = await actor.open(workspaceId);
  const now = today ?? new Date().toISOString().slice(0, 10);
  const day = dayFrom(now);
  const counts = { projects: 0, tasks: 0, folders: 0, files: 0 };
  for (const [i, project] of seedProjects.entries()) {
    const chance = random(i + 1);
    const customerId = customerIds.get(project.name);
    const made = makeProject(workspace, { project, chance, day, userIds, customerId });
    counts.projects++;
    counts.tasks += made.taskIds.length;
    setMoney(workspace, made.id, { userIds, hours: 160 + 60 * ((i + 5) % 8), raisedOn: day(-14) });
    makeRemarks(workspace, made.id, {
      taskIds: [...made.attached.keys()],
      userId: userIds[0]!,
      at: Date.parse(day(0)),
    });
    await workspace.outbox.sent();
    const files = await makeFiles(workspace, made, chance);
    counts.folders += files.folders;
    counts.files += files.files;
    if (customerId) shareOffer(workspace, made.id, customerId);
  }
  const people = await Promise.all(
    [actor, ...colleagues.map((each) => each.actor)].map(async (each) => ({
      userId: each.session.user!.id,
      workspace: await each.open(workspaceId),
    })),
  );
  await makeTalk(people, Date.parse(`${day(0)}T09:30:00Z`));
  await makeHours({ workspaceId, actors: [actor, ...colleagues.map((each) => each.actor)], today: now });
  await goOn(people);
  await Promise.all(colleagues.map((each) => each.actor.session.signOut({ discard: true })));
  const failed = workspace.outbox.failed.get();
  if (failed.length > 0) throw new Error(`the server refused ${failed.length} acts: ${failed[0]!.code}`);
  const customerId = customerIds.get(seedProjects[0]!.name)!;
  const guest = await letCustomerIn(url, actor, { workspaceId, customerId, signIn });
  return { actor, colleagues, guest, workspaceId, words, counts };
}

const business = {
  companyName: 'Brandt & Söhne Holzbau GmbH',
  sector: 'trades',
  email: 'werkstatt@example.org',
  phone: '+49 40 5550 1234',
  website: 'https://holzbau.example.org',
  taxId: 'DE999999999',
  registrationNumber: 'HRB 12345',
  registryCourt: 'Amtsgericht Hamburg',
  addressLine1: 'Am Alten Hafen 7',
  postalCode: '20457',
  city: 'Hamburg',
  country: 'de',
} as const;

const dayFrom = (today: string) => (offset: number) =>
  new Date(Date.parse(today) + offset * dayMs).toISOString().slice(0, 10);

interface Making {
  project: SeedProject;
  chance: Random;
  day(offset: number): string;
  /** The people who work on it, the founder first. */
  userIds: readonly string[];
  customerId: string | undefined;
}

interface MadeProject {
  id: string;
  name: string;
  taskIds: string[];
  /** Titles by id, of tasks that something hangs on. */
  attached: Map<string, string>;
}

/** Makes the project and its tasks, as one act. */
function makeProject(workspace: Workspace, making: Making): MadeProject {
  const { project, chance, day, userIds, customerId } = making;
  const { name, type, description, start, end, customField, isArchived } = project;
  const made: MadeProject = { id: '', name, taskIds: [], attached: new Map() };
  const memberIds = userIds.filter((_, at) => at === 0 || chance.chance(0.6));
  workspace.transaction(() => {
    made.id = createProject(workspace, {
      name,
      type,
      ...(customerId && { customerId }),
      memberIds,
      leadId: memberIds.at(-1),
      description: richTextOf(description),
      ...(customField && { customField }),
      ...(start !== undefined && { startDate: day(start) }),
      ...(end !== undefined && { endDate: day(end) }),
      ...(isArchived && { archivedAt: Date.parse(day((end ?? 0) + 7)) }),
    }).id;
    for (const [i, line] of project.tasks.entries()) {
      const [title = '', subtasks] = line.split(' > ');
      const share = i / project.tasks.length;
      const id = makeTask(workspace, made, making, { title, share });
      if (i % 5 === 1) made.attached.set(id, title);
      for (const subtask of subtasks?.split('; ') ?? [])
        makeTask(workspace, made, making, {
          title: subtask,
          share: share + chance.next() * 0.2,
          parentId: id,
        });
    }
  });
  return made;
}

/** Makes one task. What stands early in the list is likelier done; `share` is its place, 0 to 1. */
function makeTask(
  workspace: Workspace,
  { id: projectId, taskIds }: MadeProject,
  { project, chance, day, userIds }: Making,
  { title, share, parentId }: { title: string; share: number; parentId?: string },
): string {
  const progress = share + (chance.next() - 0.5) * 0.3;
  const step = progress < 0.35 ? 3 : progress < 0.45 ? 2 : progress < 0.6 ? 1 : 0;
  const status = project.isArchived ? 'DONE' : taskStatus[step]!;
  const due = project.isArchived ? (project.end ?? 0) - chance.int(0, 60) : dueOffset(chance);
  const hasDates = chance.chance(parentId ? 0.4 : 0.8);
  const task = workspace.create('task', projectId, {
    title,
    status,
    assigneeIds: chance.chance(0.75) ? [chance.chance(0.5) ? userIds[0]! : chance.pick(userIds)] : [],
    ...(parentId && { parentId }),
    ...(hasDates && due !== undefined && { dueDate: day(due) }),
    ...(hasDates && due !== undefined && chance.chance(0.5) && { startDate: day(due - chance.int(1, 9)) }),
    ...(chance.chance(0.7) && { timeEstimate: chance.int(1, 16) * 30 }),
    ...(!parentId && chance.chance(0.4) && { description: richTextOf(descriptionOf(title, chance)) }),
  });
  taskIds.push(task.id);
  return task.id;
}

/** Returns days from today: overdue, today, the coming days, later, or none. */
function dueOffset(chance: Random): number | undefined {
  const kind = chance.int(0, 9);
  if (kind < 2) return -chance.int(1, 12);
  if (kind < 4) return 0;
  if (kind < 7) return chance.int(1, 7);
  return kind < 9 ? chance.int(8, 40) : undefined;
}

const remarks = [
  'Bitte vorher kurz anrufen, der Zugang ist nur bis 16 Uhr möglich.',
  'Maße am Bau prüfen, die Zeichnung ist vom letzten Jahr.',
  'Material liegt im Lager, Regal 4.',
  'Please keep the photographs in the project folder.',
  'Wer zuerst fertig ist, hilft beim Verladen.',
];

const descriptionOf = (title: string, chance: Random) => [
  chance.pick(remarks),
  `## ${title}`,
  `- ${chance.pick(remarks)}`,
  `- ${chance.pick(remarks)}`,
];

/** Shares the offer for the customer to read. */
function shareOffer(workspace: Workspace, projectId: string, customerId: string): void {
  const documents = workspace.collections.document.where('scopeId', projectId);
  const offer = documents.find(({ kind, name }) => kind === 'folder' && name === 'Angebote');
  shareDocuments(workspace, [offer!.id], customerId);
}

/** Makes folders and files of a project, and what hangs on its tasks. */
async function makeFiles(workspace: Workspace, { id, name, attached }: MadeProject, chance: Random) {
  const { uploads } = await workspace.files();
  const folders = await seedFolders(name, chance);
  const count = { folders: 0, files: 0 };
  const put = async (files: readonly SeedFile[], place: { parentId?: string; taskId?: string }) => {
    const list = files.map(({ name, mimeType, bytes }) => {
      return new File([bytes as Uint8Array<ArrayBuffer>], name, { type: mimeType });
    });
    await uploads.add(list, { scopeId: id, ...place });
    count.files += files.length;
  };
  for (const [folder, files] of Object.entries(folders)) {
    if (folder) count.folders++;
    const parentId = folder && workspace.create('document', id, { kind: 'folder', name: folder }).id;
    await put(files, { ...(parentId && { parentId }) });
  }
  for (const [taskId, title] of attached) await put([seedAttachment(title, chance)], { taskId });
  const failed = uploads.entries.get().find(({ status }) => status !== 'success');
  if (failed) throw new Error(`${failed.name} was not uploaded: ${failed.cause}`);
  uploads.clear();
  return count;
}
