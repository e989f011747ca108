import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useNeeded } from '../../platform/workspace/loaded.ts';
import { useObservable, useRead, useWorkspace } from '../../platform/workspace/workspace.ts';
import { scopesAt } from '../scopesAt.ts';

/**
 * Says whether what the page waits for is here; asks for it before the rest. Once it is, it stays: that a project's
 * customer becomes known later takes nothing from under somebody's hands.
 */
export function useIsHere(): boolean {
  const opened = useWorkspace();
  const { records } = opened;
  const { project, workingTime } = records.collections;
  const pathname = useLocation({ select: (location) => location.pathname });
  // Of the query nothing else tells what is shown: a slide-over makes nothing render here.
  const person = useLocation({ select: ({ search }) => (search as { person?: string }).person });
  useObservable(records.scopes);
  const read = () => scopesAt({ pathname, search: { person } }, opened)?.join(' ');
  const list = useRead(project, read);
  useRead(workingTime, read);
  const isHere = useNeeded(list?.split(' '));
  const [shown, setShown] = useState<{ records: object; pathname: string }>();
  const isShown = shown?.records === records && shown.pathname === pathname;
  if (isHere && !isShown) setShown({ records, pathname });
  return isHere || isShown;
}
