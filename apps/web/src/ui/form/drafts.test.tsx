// @vitest-environment happy-dom
/** Drafts: text typed into a form that closes waits for the same person in the same workspace, and for nobody else. */
import type { Session } from '@kontor/client/session/session';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it } from 'vitest';
import { forgetDrafts, useRemembered } from '../../platform/draft/drafts.ts';
import { leaveOnPurpose, provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { type FormState, useForm } from './useForm.ts';

let signedIn: (userId: string | undefined) => void;
beforeEach(() => {
  forgetDrafts();
  const listeners: (() => void)[] = [];
  const session = {
    user: { id: 'ada' } as { id: string } | undefined,
    subscribe: (listener: () => void) => listeners.push(listener),
  };
  provideSession(session as unknown as Session);
  signedIn = (userId) => {
    session.user = userId === undefined ? undefined : { id: userId };
    for (const listener of listeners) listener();
  };
});

const enter = (id: string) =>
  provideWorkspace({ records: { id }, userId: 'ada' } as unknown as OpenWorkspace);

type Customer = { name: string };

/** Opens a form, or a list, and returns it with what closes it. */
function open<T>(use: () => T): { now: () => T; close: () => void } {
  let latest: T;
  const Shown = () => {
    latest = use();
    return null;
  };
  const root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<Shown />));
  return { now: () => latest, close: () => flushSync(() => root.unmount()) };
}

const form = (draftPlace?: 'account') => () =>
  useForm<Customer>({ stored: { name: '' }, draft: 'customer new', ...(draftPlace && { draftPlace }) });

function typed(use: () => FormState<Customer>, name: string): void {
  const { now, close } = open(use);
  flushSync(() => now().set({ name }));
  close();
}

function found(use: () => FormState<Customer>): string {
  const { now, close } = open(use);
  close();
  return now().values.name;
}

it('of one workspace is nothing in another', () => {
  enter('a');
  typed(form(), 'Alder');
  expect(found(form())).toBe('Alder');
  enter('b');
  expect(found(form())).toBe('');
  typed(form(), 'Birch');
  enter('a');
  expect(found(form())).toBe('Alder');
});

it('into a form that stands while another workspace opens stays with its own', () => {
  enter('a');
  const { now, close } = open(form());
  enter('b');
  flushSync(() => now().set({ name: 'Alder' }));
  close();
  expect(found(form())).toBe('');
  enter('a');
  expect(found(form())).toBe('Alder');
});

it('of the account is the same in each workspace', () => {
  enter('a');
  typed(form('account'), 'Ada');
  enter('b');
  expect(found(form('account'))).toBe('Ada');
});

it('for a search is nothing in another workspace', () => {
  const search = () => useRemembered('search', '');
  enter('a');
  const { now, close } = open(search);
  flushSync(() => now()[1]('wages'));
  expect(now()[0]).toBe('wages');
  close();
  enter('b');
  expect(open(search).now()[0]).toBe('');
});

it('is gone for whoever signs in next, and waits for the same person where the server ended the session', () => {
  enter('a');
  typed(form(), 'Alder');
  signedIn('ada');
  signedIn(undefined);
  signedIn('ada');
  expect(found(form())).toBe('Alder');
  signedIn(undefined);
  signedIn('ben');
  expect(found(form())).toBe('');
});

it('is gone once the person signs out', () => {
  enter('a');
  typed(form(), 'Alder');
  leaveOnPurpose();
  signedIn(undefined);
  leaveOnPurpose(false);
  expect(found(form())).toBe('');
});
