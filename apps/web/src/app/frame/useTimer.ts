import { useEffect, useRef, useState } from 'react';
import { isForgotten } from '../../features/timeEntry/forgotten.ts';
import { useNow, useOpenEntry } from '../../features/timeEntry/queries.ts';
import { noteActivity } from '../../platform/activity.ts';
import { setRunning } from '../../platform/page.tsx';
import faviconRunning from '../faviconRunning.svg';

/** Shows the icon of the page with a dot; undefined: as it was. */
function showIcon(href: string | undefined): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  link.dataset.plain ??= link.href;
  link.href = href ?? link.dataset.plain;
}

export type TimerQuestion = 'start' | 'forgotten' | undefined;

/**
 * Follows the timer for the frame: marks the title and the icon of the page while it runs, and asks once about one that was
 * forgotten. Returns what is being asked.
 */
export function useTimer(): { question: TimerQuestion; ask: (question: TimerQuestion) => void } {
  const [question, ask] = useState<TimerQuestion>();
  const entry = useOpenEntry();
  const isRunning = entry?.status === 'IN_PROGRESS';
  const now = useNow(isRunning, 60_000);
  const asked = useRef<string>(undefined);
  useEffect(noteActivity, []);
  useEffect(() => {
    setRunning(isRunning);
    showIcon(isRunning ? faviconRunning : undefined);
    return () => {
      setRunning(false);
      showIcon(undefined);
    };
  }, [isRunning]);
  const forgotten = entry && isForgotten(entry, now) ? entry.id : undefined;
  useEffect(() => {
    if (forgotten === undefined || asked.current === forgotten) return;
    asked.current = forgotten;
    ask('forgotten');
  }, [forgotten]);
  return { question, ask };
}
