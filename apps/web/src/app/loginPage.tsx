import { whenIdle } from '@kontor/client/replica/idle';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { destination } from '../features/auth/destination.ts';
import { savesData } from '../platform/savesData.ts';
import { currentSession } from '../platform/workspace/session.ts';
import { Login } from '../screens/auth/login.tsx';
import { loadPage } from './loadAhead.ts';

/** Shows the sign-in, and loads what lies behind it while somebody types; where data is to be saved, once they send it. */
export function LoginPage() {
  const router = useRouter();
  const search = useSearch({ from: '/auth/login' });
  const hasBegun = useRef(false);
  const load = () => {
    const { pathname } = new URL(destination(search, location.origin), location.origin);
    loadPage(router, pathname);
  };
  const begin = () => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    currentSession().prepare({ signsIn: true });
    if (!savesData()) whenIdle(load);
  };
  return <Login onBegin={begin} onSend={load} />;
}
