/** Opens a workspace, or the personal records of a user. */

import { satisfies } from '@kontor/contract/entity/role';
import type { LogState } from '@kontor/contract/memberLog/state';
import { channelOf } from '@kontor/contract/wire/channel';
import type { DeviceStore } from '../device/deviceStore.ts';
import { blobTransport } from '../http/blobTransport.ts';
import { syncTransport } from '../http/syncTransport.ts';
import type { Links } from '../link/links.ts';
import { nameOfWords, wordedFiles } from '../nouns/document.ts';
import { nouns } from '../nouns/hooks.ts';
import { observable } from '../observable.ts';
import { openOnce } from '../openOnce.ts';
import { systemClock } from '../replica/clock.ts';
import { openReplica } from '../replica/openReplica.ts';
import type { Replica } from '../replica/replica.ts';
import { standingHead } from '../replica/standingHead.ts';
import { aloneTab, browserTabs, type Tabs } from '../replica/tabs.ts';
import type { Search } from '../searching/search.ts';
import { WriteBacklog } from '../searching/writeBacklog.ts';
import type { Team } from '../team/team.ts';
import { giveUpPin, keepPin } from '../vault/keepPin.ts';
import { TrustError } from '../vault/trust/trustError.ts';
import { joinedHints } from './joinedHints.ts';
import { takeBackMute } from './mute.ts';
import { openNotifications } from './notifications.ts';
import { openPresence } from './presence.ts';
import { withPersonal } from './withPersonal.ts';
import type { Workspace, WorkspaceFiles } from './workspace.ts';
import type { PersonalContext, WorkspaceContext } from './workspaceContext.ts';

/** Opens what lies in no workspace: the user's own records. Its `id` is empty. */
export function openPersonal(context: PersonalContext): Promise<Replica> {
  const { userId, http, vault, device, realtime } = context;
  const hints = joinedHints(realtime);
  hints.join(channelOf.user(userId));
  return openReplica({
    userId,
    vault,
    device,
    hints,
    nouns,
    clock: systemClock,
    workspaceId: '',
    transport: syncTransport(http),
    tabs: tabsOf(`kontor/${userId}/personal`),
    onLog: () => {},
  });
}

/** Opens a workspace over HTTP. Resolves when the records that this device kept are in the collections. */
export async function openWorkspace(context: WorkspaceContext): Promise<Workspace> {
  const { workspaceId, userId, http, vault, device, realtime, personal, first, chosen, isWritable } = context;
  const name = `kontor/${userId}/${workspaceId}`;
  const hints = joinedHints(realtime);
  hints.join(channelOf.user(userId));
  let pinned = '';
  const confirmed = observable<boolean | undefined>(undefined);
  const tabs = tabsOf(name);
  const isShutOut = async () => {
    const standing = await vault.standing(workspaceId);
    confirmed.set(standing.isConfirmed);
    return standing.isShutOut;
  };
  /**
   * Settles the pin, which is only as old as the last pull that reached the server; the next one tries
   * again.
   */
  const settle = async () => {
    if (await isShutOut()) context.onShutOut();
    if (confirmed.get()) await keepPin({ http, vault, device }, workspaceId);
  };
  const loadFiles = () => import('../files/openFiles.ts');
  const filesCode = loadFiles();
  // Whoever wants files hears why they are not to be had.
  filesCode.catch(() => {});
  const replica = await openReplica({
    userId,
    vault,
    device,
    nouns,
    onRestore: (facts) => personal.follow(facts),
    clock: systemClock,
    workspaceId,
    first,
    isWritable,
    transport: syncTransport(http),
    hints,
    tabs,
    onLog: (state, source) => {
      for (const channel of channelsOf(state, userId)) hints.join(channel);
      // What the device kept may be what a restored backup gave up: that is not to stop the next device.
      if (source === 'device' || state.head === pinned) return;
      pinned = state.head;
      settle().catch(() => {
        pinned = '';
      });
    },
  });
  // The search begins later.
  const backlog = new WriteBacklog(replica);
  // The log as this device knows it may end before what let the account in.
  if (await isShutOut()) await replica.pull();
  if (await isShutOut()) {
    context.onShutOut();
    await replica.close();
    throw new TrustError('shut-out', workspaceId);
  }
  const records = withPersonal(replica, personal);
  // Another tab's word is about the log that it was shown: here it counts for the very same one alone, and with another log the
  // person is asked here, as before.
  const hearConfirmed = async (head: string) => {
    if (replica.log.get()?.head !== head) await replica.pull();
    await vault.confirmLog(workspaceId, head);
    await isShutOut();
    void replica.pull();
  };
  tabs.onMessage((message) => {
    if (message.kind === 'confirmed') hearConfirmed(message.head).catch(() => {});
  });
  const files = openOnce(
    async (): Promise<WorkspaceFiles> =>
      (await filesCode.catch(loadFiles)).openFiles(
        {
          workspaceId,
          vault,
          device,
          hints,
          chosen,
          clock: systemClock,
          blobs: blobTransport(http),
          openTabs: (what) => tabsOf(`${name}/${what}`),
        },
        records,
      ),
  );
  const team = openOnce(
    async (): Promise<Team> =>
      (await import('../team/openTeam.ts')).openTeam({ userId, http, vault }, records),
  );
  const links = openOnce(
    async (): Promise<Links> =>
      (await import('../link/openLinks.ts')).openLinks({
        workspaceId,
        userId,
        vault,
        http,
        records,
        clock: systemClock,
        blobs: blobTransport(http),
      }),
  );
  const search = openOnce(
    async (): Promise<Search> =>
      (await import('../searching/openSearch.ts')).openSearch({
        workspaceId,
        vault,
        device,
        replica,
        backlog,
        clock: systemClock,
        openTabs: (what) => tabsOf(`${name}/${what}`),
        texts: {
          nameOf: nameOfWords,
          read: async (record, signal) => {
            const downloads = await downloadsOf();
            const words: (string | undefined)[] = [];
            for (const file of wordedFiles(record))
              words.push(await downloads.text(file, file.words, signal).catch(noneIfDamaged));
            return { text: words.join('\n'), isDamaged: words.includes(undefined) };
          },
        },
      }),
  );
  const downloadsOf = async () => (await workspace.files()).downloads;
  const notifications = openNotifications({
    workspaceId,
    userId,
    http,
    device,
    realtime,
    clock: systemClock,
    onRefused: (mute) => takeBackMute(records, userId, mute),
  });
  const { log } = records;
  const presence = openPresence({ workspaceId, userId, realtime, log, clock: systemClock });
  const workspace: Workspace = {
    ...records,
    notifications,
    presence,
    confirmed,
    words: () => vault.logWords(workspaceId),
    confirm: async (head) => {
      await vault.confirmLog(workspaceId, head);
      tabs.post({ kind: 'confirmed', head });
      // They are confirmed, whatever becomes of the pin: the pull behind it tries that again.
      await settle().catch(() => {
        pinned = '';
      });
      // What waited for it goes behind a pull.
      void records.pull();
    },
    startAnew: async () => {
      await giveUpPin({ vault, device }, workspaceId);
      await records.pull();
      await isShutOut();
    },
    serverTime: () => http.serverTime,
    enterRoom: (roomId, onTyping) => realtime.enterRoom(roomId, onTyping),
    admittedBy: (scopeId) => vault.admittedBy(workspaceId, scopeId),
    isReleased: (scopeId) => vault.isReleased(workspaceId, scopeId),
    leftOut: async (scopeId) => {
      const head = standingHead(records, scopeId);
      return head ? vault.leftOut(workspaceId, scopeId, head) : [];
    },
    files: files.open,
    team: team.open,
    links: links.open,
    search: search.open,
    close: async (options) => {
      notifications.close();
      presence.close();
      // The records close whatever becomes of the rest: another tab waits for the lead.
      await Promise.allSettled([
        search.close((opened) => opened.close()),
        files.close(({ uploads }) => uploads.close()),
      ]);
      await records.close(options);
    },
  };
  return workspace;
}

/**
 * Counts the transactions and uploads that are not on the server yet.
 * @param unstored ids of those for which the device may have no room: an earlier state of them may lie there
 * @param arrived ids of those that the server has, be they on the device still
 */
export async function countUnsent(
  device: DeviceStore,
  unstored: readonly string[] = [],
  arrived: readonly string[] = [],
): Promise<number> {
  const stored = (await device.keys('outbox', '')).map((key) => key.slice(key.lastIndexOf('/') + 1));
  const isThere = new Set(arrived);
  return new Set([...stored, ...unstored].filter((id) => !isThere.has(id))).size;
}

/** Returns the channels of a workspace that a member's role lets in. */
function channelsOf(state: LogState, userId: string): string[] {
  const { role, customerId } = state.members.get(userId) ?? {};
  if (!role) return [];
  return [
    ...(customerId ? [channelOf.customer(customerId)] : []),
    ...(satisfies(role, 'ADMIN') ? [channelOf.workspace(state.workspaceId, 'admins')] : []),
    ...(satisfies(role, 'EMPLOYEE') ? [channelOf.workspace(state.workspaceId, 'staff')] : []),
  ];
}

const tabsOf = (name: string): Tabs =>
  typeof window !== 'undefined' && typeof navigator !== 'undefined' && 'locks' in navigator
    ? browserTabs(name)
    : aloneTab();

/** Returns no words for those of a file that are damaged, or not there: it is found by its name, and nobody waits for them. */
function noneIfDamaged(error: unknown): undefined {
  if ((error as { code?: unknown }).code === 'damaged-file') return undefined;
  throw error;
}
