// @vitest-environment happy-dom
/** The notices of changes that were refused: why, with the words that are nowhere else, and what can be done. */
import { observable } from '@kontor/client/observable';
import type { Fault } from '@kontor/client/replica/fault';
import type { FailedTransaction } from '@kontor/client/replica/status';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { QuestionHost } from '../../ui/overlay/questionHost.tsx';
import { SyncNotices } from './notices.tsx';

const always = <T,>(value: T) => ({ get: () => value, subscribe: () => () => {} });
const retry = vi.fn();
const discard = vi.fn();
const discardUnreadable = vi.fn();
const dismissWithdrawn = vi.fn();
let end = () => {};
afterEach(() => {
  end();
  document.body.replaceChildren();
  vi.clearAllMocks();
});

interface Told {
  code: FailedTransaction['code'];
  verb?: 'create' | 'update';
  /** The number of later changes that are built on it. */
  builtOn?: number;
  faults?: readonly Fault[];
}

/** Renders above a heading what is said of a refused change of a task's description; returns its line and its buttons. */
function told({ code, verb = 'update', builtOn = 0, faults = [] }: Told) {
  const description = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Two coats' }] }],
  };
  const records: FailedTransaction['records'] = [
    { entity: 'task', id: 't', verb, fields: { title: 'Roof', description } },
  ];
  const failed = observable<readonly FailedTransaction[]>([
    { id: 'a', code, isFinal: false, at: 1, records },
  ]);
  const listed = observable(faults);
  const workspace = {
    id: 'w1',
    faults: listed,
    dismissWithdrawn,
    setBack: always(undefined),
    confirmed: always(true),
    collections: {},
    status: always({ connection: 'current' }),
    log: always({ head: 'h' }),
    outbox: {
      failed,
      status: always({ waiting: 0 }),
      builtOn: () => builtOn,
      retry,
      discard,
      discardUnreadable,
    },
  };
  provideSession({ workspaces: { list: [] }, subscribe: () => () => {} } as unknown as Session);
  provideWorkspace({ records: workspace } as unknown as OpenWorkspace);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  end = () => root.unmount();
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <SyncNotices />
        <h1>Page</h1>
        <QuestionHost />
      </MantineProvider>,
    ),
  );
  const item = place.querySelector('li')!;
  const buttons = [...item.querySelectorAll('button')];
  /** Has nothing left to tell. */
  const settle = () => flushSync(() => [failed.set([]), listed.set([])]);
  return { words: [...item.querySelectorAll('p')].map((each) => each.textContent), buttons, settle };
}

it('sends nothing again by itself as often as a page shows it', () => {
  for (let page = 0; page < 3; page++) {
    told({ code: 'SUBSCRIPTION_EXPIRED' });
    end();
  }
  expect(retry).not.toHaveBeenCalled();
});

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

const dialog = () => document.querySelector('[role=dialog]');

/** Presses a button of the dialog that asks, once it is there. */
async function answer(label: string) {
  await expect.poll(dialog).toBeTruthy();
  const button = [...dialog()!.querySelectorAll('button')].find((each) => each.textContent === label)!;
  flushSync(() => button.click());
  await expect.poll(dialog).toBe(null);
}

it.each([
  [0, 'It is only on this device, and nothing brings it back.'],
  [1, '1 later change of yours'],
  [2, '2 later changes of yours'],
])('asks by name before a refused change is lost, and says what goes along (%i)', async (builtOn, words) => {
  const { buttons } = told({ code: 'CLOSED', builtOn });
  buttons[1]!.click();
  await expect.poll(dialog).toBeTruthy();
  expect(discard).not.toHaveBeenCalled();
  expect(dialog()!.textContent).toContain('Discard the change to Task “Roof”?');
  expect(dialog()!.textContent).toContain(words);
  await answer('Cancel');
  expect(discard).not.toHaveBeenCalled();
  buttons[1]!.click();
  await answer('Discard change');
  expect(discard).toHaveBeenCalledExactlyOnceWith('a');
});

it('asks before changes are erased that cannot be read, and says how many', async () => {
  const faults = ['x', 'y'].map((id) => ({ kind: 'unreadable-act', id }) as unknown as Fault);
  told({ code: 'CLOSED', faults });
  const erase = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Discard',
  )!;
  erase.click();
  await expect.poll(dialog).toBeTruthy();
  expect(discardUnreadable).not.toHaveBeenCalled();
  expect(dialog()!.textContent).toContain('Discard 2 changes?');
  await answer('Discard');
  expect(discardUnreadable).toHaveBeenCalledOnce();
});

it.each([
  ['Try again', retry],
  ['Got it', dismissWithdrawn],
  ['Discard', discardUnreadable],
])('hands the focus to the page where an act takes its own button away (%s)', async (label, act) => {
  const faults = ['withdrawn', 'unreadable-act'].map((kind) => ({ kind, id: kind }) as unknown as Fault);
  const { settle } = told({ code: 'CLOSED', faults });
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)!;
  act.mockImplementationOnce(settle);
  button.focus();
  button.click();
  if (label === 'Discard') await answer('Discard');
  await expect.poll(() => document.activeElement?.textContent).toBe('Page');
});
