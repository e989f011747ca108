import type { DesktopBridge } from '@kontor/client/desktop/bridge';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { useEffect, useRef } from 'react';
import { useEverybody } from '../../features/member/queries.ts';
import { playSound } from '../../features/notification/device.ts';
import { notificationMessages } from '../../features/notification/messages.ts';
import { useGroups } from '../../features/notification/queries.ts';
import { sentenceOf } from '../../features/notification/sentence.ts';
import { isQuietNow, useSetting } from '../../features/notification/setting.ts';
import { useRefusedMutes } from '../../features/notification/useRefusedMutes.ts';
import { messageText } from '../../features/room/messageText.ts';
import { isLookedAt, subscribeAttention } from '../../platform/attention.ts';
import { desktop } from '../../platform/desktop/desktop.ts';
import { cut } from '../../platform/text/cut.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { type ShownSubject, useShown } from '../../screens/notifications/useShown.tsx';
import { plainText } from '../../ui/richText/plain.ts';

/** Characters of what somebody said that a notification shows. */
const mostSaid = 200;

/** Returns the beginning of what a message or a comment says; empty for other records, and for one that is not here. */
function saidIn({ message, comment }: Workspace['collections'], id: string): string {
  const found = message.get(id);
  const text = found ? messageText(found) : plainText(comment.get(id)?.content);
  return cut(text.trim(), mostSaid);
}

/** Tells whether a subject is on this page: the room, the file or the slide-over that it is, wherever in it the news lies. */
function isShownHere({ path, query }: Pick<ShownSubject, 'path' | 'query'>): boolean {
  const { pathname, search } = location;
  const asked = new URLSearchParams(search);
  const { message: _, at: __, ...named } = query;
  const isHere = path === undefined ? Object.keys(named).length > 0 : path === pathname;
  return isHere && Object.entries(named).every(([key, value]) => asked.get(key) === value);
}

/**
 * Makes heard what came while the app is open: a sound, where it is wanted, a notification of the system in the desktop app
 * while nobody looks at it, and the words for a push, which the push's own worker asks an open page for. Says what was refused of
 * what waited.
 */
export function Alerts({ workspace }: { workspace: string }) {
  const t = useMessages(notificationMessages);
  const people = useEverybody();
  const groups = useGroups();
  const shownOf = useShown(workspace);
  useRefusedMutes((subject) => shownOf({ subject })?.label);
  const { setting } = useSetting();
  const { records } = useWorkspace();
  const newest = groups
    ?.filter(({ unreadIds, ids }) => unreadIds.length > 0 && ids.length > 0)
    .toSorted((a, b) => b.at - a.at)[0];
  const subject = newest && shownOf(newest);
  const label = subject?.label;
  const words = useRef<Parameters<DesktopBridge['notify']>[0]>(undefined);
  const said = newest && saidIn(records.collections, newest.recordId);
  const body = newest && [sentenceOf(newest, people, t), said].filter(Boolean).join('\n');
  const { path = `/${workspace}/notifications`, query, hash } = subject ?? {};
  const address = `${path}?${new URLSearchParams(query)}${hash ? `#${hash}` : ''}`;
  words.current = label && body ? { title: label, body, path: address } : undefined;

  // Whoever only asks `isLookedAt` hears no hands, and on some pages nothing else listens.
  useEffect(() => subscribeAttention(() => {}), []);

  const inView = useRef((): boolean => false);
  inView.current = () => isLookedAt() && subject !== undefined && isShownHere(subject);
  const heard = useRef<number>(undefined);
  const shown = useRef<number>(undefined);
  useEffect(() => {
    if (!groups) return;
    const at = newest?.at ?? 0;
    heard.current ??= at;
    // What came before it is known what is wanted is told once it is.
    if (at <= heard.current || !setting) return;
    heard.current = at;
    if (setting.sound && !isQuietNow(setting) && !inView.current()) playSound();
  }, [groups, newest, setting]);

  useEffect(() => {
    if (!groups) return;
    const at = newest?.at ?? 0;
    shown.current ??= at;
    // The record that it speaks of may come later than the news.
    if (at <= shown.current || !label || !setting) return;
    shown.current = at;
    const isWanted = !isQuietNow(setting) && !isLookedAt();
    // A system without notifications shows none; the bell has it.
    if (isWanted)
      desktop()
        ?.notify(words.current!)
        .catch(() => {});
  }, [groups, newest, label, setting]);

  useEffect(() => {
    const answer = async ({ data, ports }: MessageEvent) => {
      if (data?.ask !== 'words' || data.workspace !== workspace) return;
      // What a push is about may not have come here: a page that slept does not hear of it before it has connected anew.
      const [isAnswered] = await Promise.all([records.notifications.look(), records.pull()]);
      const isCurrent = isAnswered && records.status.get().connection === 'current';
      ports[0]?.postMessage(isCurrent ? words.current : undefined);
    };
    navigator.serviceWorker?.addEventListener('message', answer);
    return () => navigator.serviceWorker?.removeEventListener('message', answer);
  }, [workspace, records]);
  return null;
}
