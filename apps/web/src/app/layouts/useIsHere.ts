import { useLocation } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useObservable, useRead, useWorkspace } from '../../platform/workspace/workspace.ts';
import { scopesAt } from '../scopesAt.ts';

/**
 * Says whether everything that the page shows is here; asks for it before the rest. Once it is, it stays: that a project's
 * customer becomes known later takes nothing from under somebody's hands.
 */
export function useIsHere(): boolean {
  const { records } = useWorkspace();
  const pathname = useLocation({ select: (location) => location.pathname });
  const { scopes, isComplete } = useObservable(records.loaded);
  useObservable(records.scopes);
  const list = useRead(records.collections.project, () => scopesAt(pathname, records).join(' '));
  const named = useMemo(() => list.split(' ').filter(Boolean), [list]);
  useEffect(() => records.need(named), [records, named]);
  const [shown, setShown] = useState<{ records: object; pathname: string }>();
  const isShown = shown?.records === records && shown.pathname === pathname;
  const isHere = isComplete || (named.length > 0 && named.every((id) => scopes.has(id)));
  if (isHere && !isShown) setShown({ records, pathname });
  return isHere || isShown;
}
