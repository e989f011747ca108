/**
 * The product's own client in Node in place of a browser: refusing and showing is the client's doing, and a screen only
 * words it. That the screens do so is tested where the scripts run in a browser (`hostile.e2e.ts`).
 */
import { randomUUID } from 'node:crypto';
import { signingState } from '@kontor/client/nouns/signing';
import type { Fault, FaultKind } from '@kontor/client/replica/fault';
import { unconfirmed } from '@kontor/client/team/hints';
import { freshnessOf } from '@kontor/client/team/sightings';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { Device, type Person } from '@kontor/testkit/actor';
import { expect } from '@playwright/test';

/** The notices with which screens word what the replica refused; every other kind is a record that was not opened. */
const notices: Partial<Record<FaultKind, string>> = {
  'rolled-back': 'The server served an older state. It was refused.',
  resurrected: 'The server served an older state. It was refused.',
  equivocated: 'The server served an older state. It was refused.',
  'held-back': 'The server leaves something out, or shows it in another order than it was written in.',
  misplaced: 'The server leaves something out, or shows it in another order than it was written in.',
  'unconfirmed-keys': 'The server offered access that no member has confirmed. It was refused.',
  cycle: 'Entries that lie inside each other in a circle are shown at the top.',
  'withheld-log': 'The server keeps news about the members from this device',
  'forked-log': 'The server shows you and your colleagues different members',
  withdrawn: 'The server showed an item before, and shows it no more.',
};
const notOpened = 'One item could not be verified and was not opened.';
export const unconfirmedLog = 'Nothing shows yet that this is your workspace';
export const damagedMemory = 'What your account remembers of this workspace was damaged';
export const locked = /^The workspace .+ is still locked\. Please wait for an admin to unlock it\.$/;
export const silent = 'No sign of your colleagues for';
const answerRefused = 'The answer of the server could not be verified and was refused.';

/** One browser of somebody, without the browser; it shows one address of the workspace at a time. */
export class NodeView {
  readonly #who: Person;
  readonly #workspaceId: string;
  #device: Device;
  #workspace: Workspace | undefined;
  #path = '';
  /** The notices on the page of the members, besides the records. */
  #claims: string[] = [];
  /** ms by which the person's clock is ahead: what days would take. */
  later = 0;

  constructor(url: string, who: Person, workspaceId: string) {
    this.#who = who;
    this.#workspaceId = workspaceId;
    this.#device = new Device(url);
  }

  signIn(): Promise<void> {
    return this.#device.session.signIn(this.#who.email, this.#who.password);
  }

  /** Goes to an address, and asks the server for what is new. */
  async goto(path: string): Promise<void> {
    this.#path = path;
    this.#workspace ??= await this.#device.session.workspaces.open(this.#workspaceId).catch(() => undefined);
    await this.#workspace?.pull();
    const room = roomIn(path);
    // Without a connection nothing opens: what is here is what shows.
    if (room) await this.#workspace?.windows.open(room).catch(() => {});
    await this.#readMembers();
  }

  /** Starts the same browser anew: what it stored is still there, what was open is gone. */
  async reload(): Promise<void> {
    await this.#device.session.workspaces.close();
    this.#workspace = undefined;
    this.#device = this.#device.restarted();
    await this.#device.session.refresh();
    await this.goto(this.#path);
  }

  /** Resolves with the session that the server keeps of this browser. */
  async sessionId(): Promise<string> {
    const sessions = await this.#device.session.account.sessions();
    return sessions.find(({ isCurrent }) => isCurrent)!.id;
  }

  /** Signs in again where the server ended the session: the browser is the same. */
  async signInAgain(): Promise<void> {
    await this.#workspace?.pull();
    await expect.poll(() => this.#device.session.status, 'the session is over').toBe('unauthenticated');
    this.#workspace = undefined;
    await this.signIn();
  }

  /** Resolves with the key id under which this client seals into a scope. @throws TrustError */
  async sealsUnder(scopeId: string): Promise<string> {
    const record = { entity: 'task', id: randomUUID(), scopeId, version: 1, refs: {}, plain: {} };
    const [sealed] = await this.#device.vault.sealRecords(this.#workspaceId, [record]);
    return Buffer.from(sealed!.slice(1, 17)).toString('base64url');
  }

  async close(): Promise<void> {
    await this.#device.session.signOut({ discard: true });
  }

  /** Returns the ids of those whom this device knows as members. */
  members(): string[] {
    return [...this.#workspace!.log.get()!.members.keys()];
  }

  /** Confirms having read what the server showed and no longer shows. */
  confirmRead(): void {
    this.#workspace!.dismissWithdrawn(this.#workspace!.faults.get());
  }

  /** Says that the words which this client shows are those of somebody else. */
  async confirmWords(): Promise<void> {
    const { head } = await this.#workspace!.words();
    await this.#workspace!.confirm(head);
  }

  async shows(text: string | RegExp): Promise<void> {
    // A hint would do the same; this client may have asked just before there was something new.
    await this.#workspace?.pull();
    await expect.poll(() => this.#lines().filter(isLike(text)), `${text} shows`).not.toEqual([]);
  }

  async lacks(text: string | RegExp): Promise<void> {
    await expect.poll(() => this.#lines().filter(isLike(text)), `${text} does not show`).toEqual([]);
  }

  async #readMembers(): Promise<void> {
    this.#claims = [];
    if (!this.#path.endsWith('/settings/users')) return;
    const team = await this.#workspace!.team();
    const hints = await team.hints();
    this.#claims = [
      ...[...hints.byUser.values()].map(({ email }) => email),
      ...unconfirmed(this.#workspace!.log.get()!.members, hints).map(
        ({ email, userId }) => `Member ${email || userId} is not confirmed by an administrator.`,
      ),
    ];
  }

  /** Returns the lines that can be read at this address. */
  #lines(): string[] {
    const { workspaces, memoryFaults } = this.#device.session;
    const { name, status } = workspaces.list.find(({ id }) => id === this.#workspaceId)!;
    if (status === 'LOCKED')
      return [`The workspace ${name} is still locked. Please wait for an admin to unlock it.`];
    const workspace = this.#workspace;
    if (!workspace) return [];
    const room = roomIn(this.#path);
    const shown = room ?? /\/projects\/([^/]+)/.exec(this.#path)?.[1];
    const isHere = ({ scopeId }: Pick<Fault, 'scopeId'>) => !shown || scopeId === shown;
    const { project, task, document, personnel, customer, share, comment } = workspace.collections;
    const { connection } = workspace.status.get();
    const userId = this.#device.session.user!.id;
    const { silence } = freshnessOf({ workspace, userId }, Date.now() + this.later);
    return [
      ...signedIn(workspace),
      ...[...project.all(), ...customer.all(), ...share.all()].map(({ name }) => name),
      ...(room ? saidIn(workspace, room) : []),
      ...personnel.all().map(({ iban }) => iban ?? ''),
      ...task
        .all()
        .filter(isHere)
        .map(({ title }) => title),
      ...comment
        .all()
        .filter(isHere)
        .map(({ content }) => JSON.stringify(content)),
      ...document
        .all()
        .filter(isHere)
        .map(({ name }) => name),
      ...workspace.faults
        .get()
        .filter(isHere)
        .map(({ kind }) => `${notices[kind] ?? notOpened} (${kind})`),
      ...(connection === 'refused' ? [answerRefused] : []),
      ...(workspace.confirmed.get() === false ? [unconfirmedLog] : []),
      ...(memoryFaults.damaged.includes(this.#workspaceId) ? [damagedMemory] : []),
      ...(silence ? [silent] : []),
      ...this.#claims,
    ];
  }
}

const roomIn = (path: string): string | undefined => /\/chat\/([^/]+)/.exec(path)?.[1];

/** Returns how far each request to sign is, and what does not count in it. */
const signedIn = ({ collections }: Workspace): string[] =>
  collections.signing.all().map((request) => {
    const { status, signed, signers } = signingState(collections, request, Date.now());
    const faults = signers.flatMap(({ fault }) => fault ?? []);
    return [`${request.name}: ${status} ${signed} of ${signers.length}`, ...faults].join(' ');
  });

/** Returns what was said in a room, in its order, as text. */
const saidIn = ({ windows }: Workspace, roomId: string): string[] =>
  windows
    .view('message', roomId)
    .get()
    .map((item) => (item.kind === 'gap' ? '…' : JSON.stringify(item.record.content ?? '')));

const isLike = (text: string | RegExp) => (line: string) =>
  typeof text === 'string' ? line.includes(text) : text.test(line);
