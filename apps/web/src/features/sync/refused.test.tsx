// @vitest-environment happy-dom
/** The notices of changes that were refused: why, with the words that are nowhere else, and what can be done. */
import type { FailedTransaction } from '@kontor/client/replica/status';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { SyncNotices } from './notices.tsx';

const always = <T,>(value: T) => ({ get: () => value, subscribe: () => () => {} });
const retry = vi.fn();
let end = () => {};
afterEach(() => end());

/** Renders what is said of a refused change of a task's description; returns its line and its buttons. */
function told({ code, verb = 'update' }: { code: FailedTransaction['code']; verb?: 'create' | 'update' }) {
  const description = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Two coats' }] }],
  };
  const records: FailedTransaction['records'] = [
    { entity: 'task', id: 't', verb, fields: { title: 'Roof', description } },
  ];
  const failed = [{ id: 'a', code, isFinal: false, at: 1, records }];
  const workspace = {
    id: 'w1',
    ...{ faults: always([]), setBack: always(undefined), confirmed: always(true), collections: {} },
    ...{ status: always({ connection: 'current' }), log: always({ head: 'h' }) },
    outbox: { failed: always(failed), status: always({ waiting: 0 }), retry },
  };
  provideSession({ workspaces: { list: [] }, subscribe: () => () => {} } as unknown as Session);
  provideWorkspace({ records: workspace } as unknown as OpenWorkspace);
  const place = document.createElement('div');
  const root = createRoot(place);
  end = () => root.unmount();
  flushSync(() =>
    root.render(
      <MantineProvider>
        <SyncNotices />
      </MantineProvider>,
    ),
  );
  const item = place.querySelector('li')!;
  const buttons = [...item.querySelectorAll('button')];
  return { words: [...item.querySelectorAll('p')].map((each) => each.textContent), buttons };
}

it('says where somebody was shut out, shows what they wrote, and offers nothing that only deleted things have', () => {
  const { words, buttons } = told({ code: 'CLOSED' });
  expect(words).toEqual([
    'Task “Roof”: You have no access to this any more. Copy what you need, or ask a member or an admin for access and try again.',
    'Two coats',
  ]);
  expect(buttons.map((each) => each.textContent)).toEqual(['Try again', 'Discard change']);
});

it.each([
  ['update', 'Somebody deleted this meanwhile', []],
  ['create', 'Somebody deleted what this belongs to meanwhile', ['Two coats']],
] as const)('offers to restore what was deleted around an act (%s)', (verb, reason, texts) => {
  const { words, buttons } = told({ code: 'GONE', verb });
  expect(words).toEqual([`Task “Roof”: ${reason}`, ...texts]);
  expect(buttons[0]?.textContent).toBe('Restore it');
  buttons[0]!.click();
  expect(retry).toHaveBeenLastCalledWith('a');
});
