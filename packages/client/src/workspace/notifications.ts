/** Notifications, by which the server tells a person about a workspace: ids, which their records bear out or do not. */
import type { Inbox, Notification } from '@kontor/contract/wire/notification';
import type { DeviceStore } from '../device/deviceStore.ts';
import { backoff } from '../http/backoff.ts';
import type { Http } from '../http/http.ts';
import type { Realtime } from '../http/realtime.ts';
import { failureOf, isPassing } from '../http/transport.ts';
import { type Observable, observable } from '../observable.ts';
import type { Clock } from '../replica/clock.ts';
import { type RefusedMute, WaitingMutes } from './waitingMutes.ts';

export interface Notifications {
  /** Undefined until the server has answered for the first time. */
  readonly inbox: Observable<Inbox | undefined>;
  /** True from a question that got no answer to the next one that gets one. */
  readonly hasFailed: Observable<boolean>;
  /** Asks again. Resolves once that is answered, or was not; to whether `inbox` holds the answer, or one to a later question. */
  look(): Promise<boolean>;
  /** Marks as read or unread, everywhere. @throws CallError; what showed at once is taken back then */
  markRead(ids: readonly string[], isRead: boolean): Promise<void>;
  /**
   * Marks as read what the person opens, which is no act of its own: what could not be marked is marked once there is a
   * connection again.
   */
  markOpened(ids: readonly string[]): void;
  /** Takes away; `restore` brings back. @throws CallError */
  remove(ids: readonly string[]): Promise<void>;
  restore(ids: readonly string[]): Promise<void>;
  /**
   * Says nothing any more of a project, a room or a task, or speaks of it again. Without a connection that waits on this device.
   * @throws CallError where the server refuses it
   */
  mute(id: string, isMuted: boolean): Promise<void>;
  /** Mutes that waited and were refused, of which nobody has been told yet. */
  readonly refusedMutes: Observable<readonly RefusedMute[]>;
  /** Notes that somebody was told of them. */
  dismissRefusedMutes(): void;
  close(): void;
}

interface Parts {
  workspaceId: string;
  userId: string;
  http: Http;
  device: DeviceStore;
  realtime: Pick<Realtime, 'onNotification'>;
  clock: Clock;
  /** Takes back what was done along with a mute that waited, and was refused. */
  onRefused(mute: RefusedMute): void;
}

/** Opens it: asks at once, with each hint, and whenever hints begin to come. */
export function openNotifications({
  workspaceId,
  userId,
  http,
  device,
  realtime,
  clock,
  onRefused,
}: Parts): Notifications {
  const inbox = observable<Inbox | undefined>(undefined);
  const hasFailed = observable(false);
  const refusedMutes = observable<readonly RefusedMute[]>([]);
  const closing = new AbortController();
  /** Opened ones that the server does not have as read yet. */
  const opened = new Set<string>();
  const mutes = new WaitingMutes({
    workspaceId,
    device,
    send: async (id, isMuted) => (await http.api()).notification.mute({ workspaceId, id, isMuted }),
    onRefused: (mute) => {
      refusedMutes.set([...refusedMutes.get(), mute]);
      onRefused(mute);
    },
  });
  const withRead = (notifications: Notification[], isRead: (id: string) => boolean, readAt: number | null) =>
    notifications.map((each) => (isRead(each.id) ? { ...each, readAt } : each));
  let asked = 0;
  /** Returns true where it shows the answer. */
  const load = async (): Promise<boolean> => {
    const mine = ++asked;
    const answer = await (await http.api()).notification.list({ workspaceId });
    await mutes.loaded;
    // An answer to an older question may know less.
    const isNewest = mine === asked && !closing.signal.aborted;
    if (isNewest)
      inbox.set({
        ...answer,
        notifications: withRead(answer.notifications, (id) => opened.has(id), clock.now()),
        mutedIds: mutes.over(answer.mutedIds),
      });
    hasFailed.set(false);
    return isNewest;
  };
  let failures = 0;
  let isWaiting = false;
  /** Asks again. Without an answer what is here stays, and it is asked again later. */
  const tryAgain = async (error: unknown) => {
    const failure = failureOf(error);
    if (failure && isPassing(failure)) await settleLater();
  };
  const settleLater = async () => {
    if (isWaiting) return;
    isWaiting = true;
    await clock.wait(backoff(++failures), closing.signal);
    isWaiting = false;
    if (!closing.signal.aborted) await settle();
  };
  let newest: Promise<boolean> | undefined;
  const look = (): Promise<boolean> => {
    const mine: Promise<boolean> = load().then(
      (isShown) => {
        if (opened.size === 0 && mutes.isEmpty) failures = 0;
        return isShown || newest === mine ? isShown : newest!;
      },
      (error) => {
        hasFailed.set(true);
        void tryAgain(error);
        return false;
      },
    );
    newest = mine;
    return mine;
  };
  const show = (change: (notifications: Notification[]) => Notification[]) => {
    const now = inbox.get();
    // Answers that are on their way were written before.
    asked++;
    if (now) inbox.set({ ...now, notifications: change(now.notifications) });
  };
  interface Marks {
    isRead?: boolean;
    isRemoved?: boolean;
  }
  const mark = async (ids: readonly string[], what: Marks, undo = () => {}) => {
    if (ids.length === 0) return;
    try {
      await (await http.api()).notification.mark({ workspaceId, ids: [...ids], ...what });
    } catch (error) {
      undo();
      throw error;
    } finally {
      void look();
    }
  };
  /** Marks what shows at once as it is to be, and shows it as it was where the server did not take that. */
  const markAtOnce = (
    ids: readonly string[],
    what: Marks,
    change: (notifications: Notification[]) => Notification[],
    undo = () => {},
  ) => {
    const before = inbox.get()?.notifications.filter(({ id }) => ids.includes(id)) ?? [];
    show(change);
    return mark(ids, what, () => {
      undo();
      show((all) => {
        const others = all.filter(({ id }) => !ids.includes(id));
        return [...before, ...others].sort((a, b) => b.createdAt - a.createdAt);
      });
    });
  };
  /** Sends what waits, marks what was opened, and asks again. */
  const settle = async (): Promise<void> => {
    await mutes.sendAll();
    if (!mutes.isEmpty) void settleLater();
    // Meanwhile some may have been marked as unread.
    const ids = [...opened];
    try {
      if (ids.length === 0) await look();
      else await mark(ids, { isRead: true });
      for (const id of ids) opened.delete(id);
    } catch (error) {
      void tryAgain(error);
    }
  };
  const read = (all: Notification[], ids: readonly string[], readAt: number | null) =>
    withRead(all, (id) => ids.includes(id), readAt);
  const stop = realtime.onNotification(
    userId,
    (workspace) => {
      if (workspace === workspaceId) void look();
    },
    // What was told before has not been heard here.
    () => void settle(),
  );
  void look();
  // The channel may have been joined before, which is not told again.
  void mutes.loaded.then(() => {
    if (!mutes.isEmpty) void settle();
  });
  return {
    inbox,
    hasFailed,
    look,
    markRead: (ids, isRead) => {
      const waiting = ids.filter((id) => opened.delete(id));
      const change = (all: Notification[]) => read(all, ids, isRead ? clock.now() : null);
      return markAtOnce(ids, { isRead }, change, () => {
        for (const id of waiting) opened.add(id);
      });
    },
    markOpened: (ids) => {
      for (const id of ids) opened.add(id);
      show((all) => read(all, ids, clock.now()));
      void settle();
    },
    remove: (ids) => markAtOnce(ids, { isRemoved: true }, (all) => all.filter(({ id }) => !ids.includes(id))),
    restore: (ids) => mark(ids, { isRemoved: false }),
    mute: async (id, isMuted) => {
      const added = mutes.add(id, isMuted);
      const now = inbox.get();
      // Answers that are on their way were written before.
      asked++;
      if (now) inbox.set({ ...now, mutedIds: mutes.over(now.mutedIds) });
      try {
        await added;
        if (!mutes.isEmpty) void settleLater();
      } finally {
        void look();
      }
    },
    refusedMutes,
    dismissRefusedMutes: () => refusedMutes.set([]),
    close: () => {
      closing.abort();
      stop();
    },
  };
}
