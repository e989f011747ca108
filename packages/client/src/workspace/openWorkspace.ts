/** Opens a workspace: what this device kept at once, the rest by pulling. */

import { satisfies } from '@kontor/contract/entity/role';
import type { LogState } from '@kontor/contract/memberLog/state';
import { entityNames } from '@kontor/contract/nouns/entities';
import { channelOf, type RevisionHint } from '@kontor/contract/wire/channel';
import type { DeviceStore } from '../device/deviceStore.ts';
import { blobTransport } from '../http/blobTransport.ts';
import type { Realtime } from '../http/realtime.ts';
import { syncTransport } from '../http/syncTransport.ts';
import type { RevisionHints } from '../http/transport.ts';
import type { Observable } from '../observable.ts';
import { systemClock } from '../replica/clock.ts';
import type { Collections } from '../replica/collections.ts';
import { conflictsOf } from '../replica/conflict.ts';
import { Engine, type EngineParts } from '../replica/engine.ts';
import type { EntryCode } from '../replica/entry.ts';
import { discardEntry, retryEntry } from '../replica/repair.ts';
import { aloneTab, browserTabs, type Tabs } from '../replica/tabs.ts';
import type { Team } from '../team/team.ts';
import { keepPin } from '../vault/trust/keepPin.ts';
import type { Outbox, Workspace, WorkspaceFiles } from './workspace.ts';
import type { PersonalContext, WorkspaceContext } from './workspaceContext.ts';

/** Opens what lies in no workspace: the user's own records. Its `id` is empty. */
export function openPersonal(context: PersonalContext): Promise<Workspace> {
  const { userId, http, vault, device, realtime } = context;
  const hints = joinedHints(realtime);
  hints.join(channelOf.user(userId));
  return openParts({
    userId,
    vault,
    device,
    hints,
    clock: systemClock,
    workspaceId: '',
    transport: syncTransport(http),
    tabs: tabsOf(`kontor/${userId}/personal`),
    onLog: () => {},
  });
}

/** Opens a workspace over the line. Resolves when the records that this device kept are in the collections. */
export async function openWorkspace(context: WorkspaceContext): Promise<Workspace> {
  const { workspaceId, userId, http, vault, device, realtime, personal } = context;
  const hints = joinedHints(realtime);
  hints.join(channelOf.user(userId));
  let pinned = '';
  const filesCode = import('../files/openFiles.ts');
  // Whoever wants files hears why they are not to be had.
  filesCode.catch(() => {});
  return openParts(
    {
      userId,
      vault,
      device,
      onRestore: (facts) => personal.follow(facts),
      clock: systemClock,
      workspaceId,
      transport: syncTransport(http),
      hints,
      tabs: tabsOf(`kontor/${userId}/${workspaceId}`),
      onLog: (state, source) => {
        for (const channel of channelsOf(state, userId)) hints.join(channel);
        // What the device kept may be what a restored backup gave up: that is not to stop the next device.
        if (source === 'device' || state.head === pinned) return;
        pinned = state.head;
        // The pin is only as old as the last pull that reached the server; the next one tries again.
        keepPin({ http, vault, device }, workspaceId).catch(() => {
          pinned = '';
        });
      },
    },
    personal,
    {
      files: async (opened) => {
        const { openFiles } = await filesCode;
        return openFiles({ workspaceId, vault, blobs: blobTransport(http) }, opened);
      },
      team: async (opened) => {
        const { openTeam } = await import('../team/openTeam.ts');
        return openTeam({ userId, http, vault }, opened);
      },
    },
  );
}

/** What is loaded when somebody first asks for it. */
interface Openers {
  files(workspace: Workspace): Promise<WorkspaceFiles>;
  team(workspace: Workspace): Promise<Team>;
}

const noOpeners: Openers = {
  files: () => Promise.reject(new Error('opened without files')),
  team: () => Promise.reject(new Error('opened without people')),
};

/** Opens a workspace over whatever parts; the personal records beside it are its `profile` collection. */
export async function openParts(
  parts: EngineParts,
  personal?: Workspace,
  openers = noOpeners,
): Promise<Workspace> {
  const engine = new Engine(parts);
  await engine.open();
  return workspaceOf(engine, personal, parts, openers);
}

/** How many acts a device keeps that are not on the server yet. */
export async function countUnsent(device: DeviceStore): Promise<number> {
  return (await device.scan('outbox', '')).length;
}

function workspaceOf(
  engine: Engine,
  personal: Workspace | undefined,
  parts: EngineParts,
  openers: Openers,
): Workspace {
  const { workspaceId, userId } = parts;
  const { records, outbox, puller } = engine;
  const collections = Object.fromEntries(
    entityNames.map((name) => [
      name,
      (name === 'profile' && personal ? personal : records).collections[name],
    ]),
  ) as unknown as Collections;
  const verbsOf = (entity: string) => (entity === 'profile' && personal ? personal : engine.verbs);
  let files: Promise<WorkspaceFiles> | undefined;
  let team: Promise<Team> | undefined;
  const workspace: Workspace = {
    id: workspaceId,
    collections,
    status: puller.status,
    progress: puller.progress,
    setBack: puller.setBack,
    lost: engine.backups.lost,
    readmitted: () => engine.backups.readmitted(),
    dismissLost: () => engine.dismissLost(),
    follow: (facts) => engine.backups.follow(facts),
    compare: () => engine.compare(),
    faults: personal ? joined(engine.faults, personal.faults) : engine.faults,
    dismissWithdrawn: () => {
      engine.dismissWithdrawn();
      personal?.dismissWithdrawn();
    },
    outbox: outboxOf(engine, personal?.outbox),
    scopes: engine.scopes,
    news: engine.news,
    log: engine.log,
    logEntries: () => engine.logEntries,
    scopeOf: (kind) => {
      if (kind === 'personal') return userId;
      for (const scope of engine.log.get()?.scopes.values() ?? [])
        if (scope.kind === kind) return scope.scopeId;
      for (const scope of engine.scopes.get().values()) if (scope.kind === kind) return scope.id;
      throw new RangeError(`no ${kind} scope is known`);
    },
    create: (entity, scopeId, draft) => verbsOf(entity).create(entity, scopeId, draft),
    update: (entity, id, changes) => verbsOf(entity).update(entity, id, changes),
    remove: (entity, id) => verbsOf(entity).remove(entity, id),
    batch: (act) => engine.verbs.batch(act),
    createProject: (draft, access) => engine.verbs.createProject(draft, access),
    accessOf: (projectId) => engine.verbs.accessOf(projectId),
    setAccess: (projectId, access) => engine.verbs.setAccess(projectId, access),
    moveTasks: (ids, projectId) => engine.verbs.moveTasks(ids, projectId),
    moveDocuments: (ids, to) => engine.verbs.moveDocuments(ids, to),
    shareDocuments: (ids, customerId) => engine.verbs.shareDocuments(ids, customerId),
    revokeDocuments: (ids, customerId) => engine.verbs.revokeDocuments(ids, customerId),
    reorder: (id, after, before) => engine.verbs.reorder(id, after, before),
    lastRank: (containerId) => engine.verbs.lastRank(containerId),
    isNameTaken: (place, name) => engine.verbs.isNameTaken(place, name),
    isClosed: (id) => records.mark(id)?.state === 'closed',
    isPending: (id) =>
      outbox.pendingOf(id).some(({ entry }) => entry.state !== 'acked') || personal?.isPending(id) === true,
    failureOf: (id) =>
      outbox.pendingOf(id).find(({ entry }) => entry.state === 'failed')?.entry.code ??
      personal?.failureOf(id),
    conflictsOf,
    resolveConflict: (entity, id, conflictId, choice) =>
      verbsOf(entity).resolveConflict(entity, id, conflictId, choice),
    files: () => {
      files ??= openers.files(workspace);
      return files;
    },
    team: () => {
      team ??= openers.team(workspace);
      return team;
    },
    pull: async () => {
      await Promise.all([puller.pull(), personal?.pull()]);
    },
    close: () => engine.close(),
  };
  return workspace;
}

function outboxOf(engine: Engine, personal: Outbox | undefined): Outbox {
  const { outbox, records } = engine;
  const repair = { outbox, records, hasScope: (id: string) => engine.hasScope(id) };
  /** Resolves with the first answer that is not undefined, asked again after each change. */
  const until = <T>(ask: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      let stop = () => {};
      const look = () => {
        const answer = ask();
        if (answer === undefined) return false;
        stop();
        resolve(answer);
        return true;
      };
      if (!look()) stop = outbox.subscribe(look);
    });
  return {
    status: outbox.status,
    failed: outbox.failed,
    retry: async (id) => {
      retryEntry(repair, id);
      await outbox.stored();
    },
    discard: async (id) => {
      discardEntry(repair, id);
      await outbox.stored();
    },
    discardUnreadable: async () => {
      engine.discardUnreadable();
      await Promise.all([outbox.stored(), personal?.discardUnreadable()]);
    },
    outcome: (id) =>
      until((): 'done' | EntryCode | undefined => {
        const entry = outbox.get(id);
        if (!entry || entry.state === 'acked') return 'done';
        return entry.state === 'failed' ? entry.code : undefined;
      }),
    stored: () => outbox.stored(),
    sent: async () => {
      await until(() => (outbox.status.get().pending === 0 ? true : undefined));
    },
  };
}

/** Two lists as one; the same array until one of them changed. */
function joined<T>(a: Observable<readonly T[]>, b: Observable<readonly T[]>): Observable<readonly T[]> {
  let parts: [readonly T[], readonly T[]] | undefined;
  let both: readonly T[] = [];
  return {
    get: () => {
      const [left, right] = [a.get(), b.get()];
      if (parts?.[0] !== left || parts[1] !== right) {
        parts = [left, right];
        both = [...left, ...right];
      }
      return both;
    },
    subscribe: (listener) => {
      const stops = [a.subscribe(listener), b.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** The channels of a workspace that a member's role lets in. */
function channelsOf(state: LogState, userId: string): string[] {
  const { role, customerId } = state.members.get(userId) ?? {};
  if (!role) return [];
  return [
    ...(customerId ? [channelOf.customer(customerId)] : []),
    ...(satisfies(role, 'ADMIN') ? [channelOf.workspace(state.workspaceId, 'admins')] : []),
    ...(satisfies(role, 'EMPLOYEE') ? [channelOf.workspace(state.workspaceId, 'staff')] : []),
  ];
}

/** The hints of all channels that were joined so far. */
function joinedHints(realtime: Realtime): RevisionHints & { join(channel: string): void } {
  const listeners = new Set<(hint: RevisionHint) => void>();
  const wakers = new Set<() => void>();
  const joined = new Map<string, () => void>();
  const tell = (hint: RevisionHint) => {
    for (const listener of listeners) listener(hint);
  };
  const wake = () => {
    for (const waker of wakers) waker();
  };
  return {
    join: (channel) => {
      if (!joined.has(channel)) joined.set(channel, realtime.join(channel, tell, wake));
    },
    onHint: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        for (const leave of joined.values()) leave();
        joined.clear();
      };
    },
    onConnected: (listener) => {
      wakers.add(listener);
      const stop = realtime.onState((state) => {
        if (state === 'connected') listener();
      });
      return () => {
        wakers.delete(listener);
        stop();
      };
    },
  };
}

const tabsOf = (name: string): Tabs =>
  typeof window !== 'undefined' && typeof navigator !== 'undefined' && 'locks' in navigator
    ? browserTabs(name)
    : aloneTab();
