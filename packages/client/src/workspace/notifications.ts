/** Notifications, by which the server tells a person about a workspace: ids, which their records bear out or do not. */
import type { Inbox, Notification } from '@kontor/contract/wire/notification';
import type { Http } from '../http/http.ts';
import type { Realtime } from '../http/realtime.ts';
import { type Observable, observable } from '../observable.ts';

export interface Notifications {
  /** Undefined until the server has answered for the first time. */
  readonly inbox: Observable<Inbox | undefined>;
  /** True from a question that got no answer to the next one that gets one. */
  readonly hasFailed: Observable<boolean>;
  /** Asks again. */
  look(): void;
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
  /** Says nothing any more of a project, a room or a task, or speaks of it again. @throws CallError */
  mute(id: string, isMuted: boolean): Promise<void>;
  close(): void;
}

interface Parts {
  workspaceId: string;
  userId: string;
  http: Http;
  realtime: Realtime;
}

/** Opens it: asks at once, with each hint, and whenever the connection is back. */
export function openNotifications({ workspaceId, userId, http, realtime }: Parts): Notifications {
  const inbox = observable<Inbox | undefined>(undefined);
  const hasFailed = observable(false);
  let asked = 0;
  let isClosed = false;
  const load = async (): Promise<void> => {
    const mine = ++asked;
    const answer = await (await http.api()).notification.list({ workspaceId });
    // An answer to an older question may know less.
    if (mine === asked && !isClosed) inbox.set(answer);
    hasFailed.set(false);
  };
  /** Without an answer what is here stays; the connection says when to ask again. */
  const look = () => void load().catch(() => hasFailed.set(true));
  /** Opened ones that the server does not have as read yet. */
  const opened = new Set<string>();
  const stops = [
    realtime.onNotification(userId, (workspace) => {
      if (workspace === workspaceId) look();
    }),
    realtime.onState((state) => {
      if (state === 'connected') void settle().catch(() => {});
    }),
  ];
  look();

  const show = (change: (notifications: Notification[]) => Notification[]) => {
    const now = inbox.get();
    // Answers that are on their way were written before.
    asked++;
    if (now) inbox.set({ ...now, notifications: change(now.notifications) });
  };
  const mark = async (ids: readonly string[], what: { isRead?: boolean; isRemoved?: boolean }) => {
    if (ids.length === 0) return;
    try {
      await (await http.api()).notification.mark({ workspaceId, ids: [...ids], ...what });
    } finally {
      look();
    }
  };
  /** Marks what was opened, and asks again. */
  const settle = async () => {
    const ids = [...opened];
    if (ids.length === 0) return look();
    await mark(ids, { isRead: true });
    for (const id of ids) opened.delete(id);
  };
  const markShown = (ids: readonly string[], readAt: number | null) =>
    show((all) => all.map((each) => (ids.includes(each.id) ? { ...each, readAt } : each)));
  return {
    inbox,
    hasFailed,
    look,
    markRead: (ids, isRead) => {
      for (const id of ids) opened.delete(id);
      markShown(ids, isRead ? Date.now() : null);
      return mark(ids, { isRead });
    },
    markOpened: (ids) => {
      for (const id of ids) opened.add(id);
      markShown(ids, Date.now());
      void settle().catch(() => {});
    },
    remove: (ids) => {
      show((all) => all.filter(({ id }) => !ids.includes(id)));
      return mark(ids, { isRemoved: true });
    },
    restore: (ids) => mark(ids, { isRemoved: false }),
    mute: async (id, isMuted) => {
      try {
        await (await http.api()).notification.mute({ workspaceId, id, isMuted });
      } finally {
        look();
      }
    },
    close: () => {
      isClosed = true;
      for (const stop of stops) stop();
    },
  };
}
