/** The workspaces of the signed-in person: which there are, and the one that is open. */
import type { StructuralChange } from '@kontor/contract/wire/change';
import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { v7 as uuidv7 } from 'uuid';
import { backoff } from '../http/backoff.ts';
import { isCallError } from '../http/callError.ts';
import type { Http } from '../http/http.ts';
import { systemClock } from '../replica/clock.ts';
import type { Vault } from '../vault/vault.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { WorkspaceContext } from '../workspace/workspaceContext.ts';
import { listWorkspaces } from './account/listWorkspaces.ts';
import { Answers } from './answers.ts';
import type { ConnectionSource } from './connection.ts';
import type { SignedIn } from './signedIn.ts';
import type { NewWorkspace } from './view/sessionView.ts';

interface WorkspacesParts {
  http: Http;
  vault: Vault;
  openWorkspace(context: WorkspaceContext): Promise<Workspace>;
  /** Returns undefined where nobody is signed in. */
  held(): SignedIn | undefined;
  /** Returns who is signed in. @throws TrustError missing-key where nobody is */
  signedIn(): SignedIn;
  list(): readonly WorkspaceSummary[];
  show(list: readonly WorkspaceSummary[]): void;
  /** Calls back whenever the session shows something else. */
  subscribe(listener: () => void): () => void;
  /** Is called when the server's own data on the open workspace and its people may have changed. */
  onInvalidation(): void;
  /** Lets the connection's state show what this workspace still has to send and to pull. */
  watch(source: ConnectionSource): void;
}

/** Returns the id of a workspace that is to be founded. */
export const newWorkspaceId = (): string => uuidv7();

/** The facts of a workspace that the server shows and its admins change. */
export type WorkspaceFacts = Partial<Pick<WorkspaceSummary, 'name' | 'color' | 'logo' | 'allowsLinks'>>;

/** ms that somebody who leaves waits for their last entry to be sent. */
const sendingMs = 5_000;

interface Opened {
  id: string;
  workspace: Promise<Workspace>;
  /** Once it is open. */
  source?: Workspace;
  /** Ends the wait for it to be current. */
  stop?: () => void;
}

export class Workspaces {
  readonly #parts: WorkspacesParts;
  #open: Opened | undefined;
  /** Those whose member log gives this account no place, whatever the server says. */
  readonly #shutOut = new Set<string>();
  /** Those that the person left or deleted in this tab. */
  readonly #ended = new Set<string>();
  readonly #lists = new Answers();

  constructor(parts: WorkspacesParts) {
    this.#parts = parts;
  }

  get list(): readonly WorkspaceSummary[] {
    return this.#parts.list();
  }

  /**
   * Opens a workspace; the one that was open closes. The same one again is the same object.
   * @param first scopes that are waited for: see `WorkspaceContext`
   */
  open(id: string, first?: readonly string[]): Promise<Workspace> {
    const held = this.#parts.signedIn();
    if (this.#open?.id === id) return this.#open.workspace;
    const before = this.#open;
    this.#ended.delete(id);
    const { vault } = this.#parts;
    const workspace = (async () => {
      await close(before);
      return this.#parts.openWorkspace({
        workspaceId: id,
        first,
        isWritable: () => (this.list.find((each) => each.id === id)?.access ?? 'full') === 'full',
        onShutOut: () => this.#shut(id),
        userId: held.user.id,
        http: held.http.forWorkspace(id),
        vault,
        device: held.device,
        realtime: held.realtime,
        personal: await held.personal.open(),
        chosen: held.chosen,
      });
    })();
    const opened: Opened = { id, workspace };
    this.#open = opened;
    workspace.then(
      (source) => {
        if (this.#open !== opened) return;
        opened.source = source;
        this.#parts.watch(source);
        source.invalidations.subscribe(this.#parts.onInvalidation);
        void this.#followUp(held, opened, source);
      },
      () => {
        if (this.#open === opened) this.#open = undefined;
      },
    );
    return workspace;
  }

  /** Tests if the person ended their membership here by themselves: nobody has to tell them. */
  wasEndedHere(id: string): boolean {
    return this.#ended.has(id);
  }

  /** Tests if this very object is the workspace that is open: one that was closed tells nothing new. */
  isOpen(workspace: Workspace): boolean {
    return this.#open?.source === workspace;
  }

  /** Returns the one that is open, once its records are here. */
  get opened(): Workspace | undefined {
    return this.#open?.source;
  }

  /** Resolves with the one that is open. */
  async current(): Promise<Workspace | undefined> {
    return this.#open?.workspace.catch(() => undefined);
  }

  /** Closes the one that is open, since nobody is signed in any more; the device is to remember what it showed unless told. */
  async close(options = { remembers: true }): Promise<void> {
    this.readmit();
    await this.#closeOpen(options);
  }

  /** Lets the server's word on where the person has a place stand again: they proved it by other keys. */
  readmit(): void {
    this.#shutOut.clear();
  }

  #shut(id: string): void {
    this.#shutOut.add(id);
    if (this.#open?.id === id) void this.#closeOpen();
    this.#show(this.list);
  }

  #show(list: readonly WorkspaceSummary[]): void {
    const isShut = ({ id, status }: WorkspaceSummary) => status === 'ACTIVE' && this.#shutOut.has(id);
    this.#parts.show(list.map((each) => (isShut(each) ? { ...each, status: 'LOCKED' } : each)));
  }

  async #closeOpen(options?: { remembers: boolean }): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await close(open, options);
  }

  /** Follows up in a workspace that was just opened; where the code for that does not come, it is asked for again later. */
  async #followUp(held: SignedIn, opened: Opened, workspace: Workspace): Promise<void> {
    const closing = new AbortController();
    opened.stop = () => closing.abort();
    const personal = await held.personal.open();
    for (let attempt = 1; !closing.signal.aborted; attempt++) {
      const code = await import('./followUp.ts').catch(() => undefined);
      if (!code) await systemClock.wait(backoff(attempt), closing.signal);
      else if (!closing.signal.aborted) {
        const email = { get: () => held.user.email, subscribe: this.#parts.subscribe };
        opened.stop = code.followUp({ workspace, userId: held.user.id }, personal, email);
        return;
      }
    }
  }

  /**
   * Founds a workspace with its keys and first records; answers its id.
   * @param tried ids of attempts that failed: where the server has one of them after all, it is the one
   * @throws CallError
   */
  async create(
    workspace: NewWorkspace,
    id: string = newWorkspaceId(),
    tried: readonly string[] = [],
  ): Promise<string> {
    const { user, device, http } = this.#parts.signedIn();
    const { vault } = this.#parts;
    if (tried.length > 0) {
      await this.reload();
      const made = this.list.find((each) => tried.includes(each.id));
      if (made) return made.id;
    }
    const { foundWorkspace } = await import('./foundWorkspace.ts');
    await foundWorkspace({ http, vault, device, user }, id, workspace);
    await this.reload();
    return id;
  }

  /**
   * Changes what the server shows of a workspace; `logo` is a PNG as base64url, empty for none.
   * @param was what the person saw of it
   * @throws CallError CONFLICT where somebody changed the same meanwhile, which the list shows now
   */
  async update(id: string, facts: WorkspaceFacts, was: WorkspaceFacts): Promise<void> {
    try {
      await this.#send({ name: 'workspace.update', args: { id, ...facts, was } });
    } catch (error) {
      if (isCallError(error, 'CONFLICT')) await this.reload();
      throw error;
    }
    await this.reload();
  }

  /**
   * Leaves a workspace: the server shuts out at once, and what the next admin's device signs takes the keys away.
   * @throws CallError OWNER_STAYS
   */
  async leave(id: string): Promise<void> {
    const leaving = await this.#parts.vault.signLeaving(id, Date.now());
    await this.#stopTimer(id, leaving.at);
    await this.#send({ name: 'workspace.leave', args: { id, ...leaving } });
    await this.#gone(id);
  }

  /**
   * Stops the person's timer, if the workspace is the open one and in touch with the server: what is not there in time, the
   * device of the next admin ends at the same moment (ms).
   */
  async #stopTimer(id: string, at: number): Promise<void> {
    const workspace = this.#open?.id === id ? await this.current() : undefined;
    if (workspace?.status.get().connection !== 'current' || !workspace.isWritable()) return;
    const { endTimer } = await import('../team/hoursReaders.ts');
    endTimer(workspace, this.#parts.signedIn().user.id, at);
    await Promise.race([workspace.outbox.sent(), new Promise((resolve) => setTimeout(resolve, sendingMs))]);
  }

  /** Deletes a workspace for everybody, for good. @throws CallError NOT_OWNER */
  async remove(id: string): Promise<void> {
    await this.#send({ name: 'workspace.delete', args: { id } });
    await this.#gone(id);
  }

  async #send(change: StructuralChange & { args: { id: string } }): Promise<void> {
    const held = this.#parts.signedIn();
    const { applySurely } = await import('../http/applySurely.ts');
    const { id } = change.args;
    const http = held.http.forWorkspace(id);
    await applySurely(http, { id: uuidv7(), workspaceId: id, changes: [change] });
  }

  /**
   * Takes note that the person has no place there any more: it closes, the list is without it though the
   * server be out of reach, and nothing of it stays on this device but the pin of its log (`forgetWorkspace`).
   */
  async #gone(id: string): Promise<void> {
    const { vault } = this.#parts;
    const { device } = this.#parts.signedIn();
    this.#ended.add(id);
    if (this.#open?.id === id) await this.#closeOpen();
    this.#lists.overrule();
    this.#show(this.list.filter((each) => each.id !== id));
    const { forgetWorkspace } = await import('./forgetWorkspace.ts');
    await forgetWorkspace({ device, vault }, id);
  }

  /** Asks the server which there are. @throws CallError */
  async reload(): Promise<void> {
    const held = this.#parts.held();
    const list = await this.#lists.newest(() => listWorkspaces(held?.http ?? this.#parts.http));
    if (list && this.#parts.held() === held) this.#show(list);
  }
}

async function close(opened: Opened | undefined, options?: { remembers: boolean }): Promise<void> {
  opened?.stop?.();
  await (await opened?.workspace.catch(() => undefined))?.close(options);
}
