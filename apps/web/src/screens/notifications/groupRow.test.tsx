// @vitest-environment happy-dom
/** Opening what a notification is about. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import type { NotificationGroup } from '../../features/notification/groups.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { moveInList } from '../../ui/list/arrowList.ts';
import { InRow } from '../../ui/list/inRow.ts';
import { GroupRow } from './groupRow.tsx';

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => {} }));
vi.mock('../../ui/overlay/panel.ts', () => ({ usePanel: () => ({ open: () => {} }) }));
vi.mock('../../features/member/queries.ts', () => ({ useEverybody: () => new Map() }));
vi.mock('../../features/notification/queries.ts', () => ({ useMuted: () => [], useMutablePlaces: () => [] }));

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.restoreAllMocks();
});

/** Shows a row, opens what it is about, and returns what was marked. */
async function follow(group: Partial<NotificationGroup>, isThere = true) {
  const marked: (readonly string[])[] = [];
  const notifications = { markOpened: (ids: readonly string[]) => marked.push(ids) };
  provideWorkspace({ records: { notifications } } as unknown as OpenWorkspace);
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  ends.push(() => {
    flushSync(() => root.unmount());
    element.remove();
  });
  const told = {
    key: 'k',
    tab: 'forYou',
    subject: { noun: 'task', id: 't' },
    event: 'TASK_DUE',
    count: 1,
    at: 0,
    ids: ['old', 'new'],
    unreadIds: ['new'],
    senderIds: [],
    recordId: 't',
    ...group,
  } as NotificationGroup;
  const shownOf = () =>
    isThere ? { label: 'Roof', icon: null, query: { panel: 'task', item: 't' } } : undefined;
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: moves the focus between the rows, which are links */}
        <div data-row="k" onKeyDown={moveInList}>
          <InRow value>
            <GroupRow group={told} shownOf={shownOf} onRemove={() => {}} />
          </InRow>
        </div>
      </MantineProvider>,
    ),
  );
  const click = async () => {
    element.querySelector('a')!.click();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { marked, click, element };
}

it('marks what is new alone, and nothing where nothing is', async () => {
  const some = await follow({});
  await some.click();
  expect(some.marked).toEqual([['new']]);
  const read = await follow({ ids: ['old'], unreadIds: [] });
  await read.click();
  expect(read.marked).toEqual([]);
  // That it is due is told by this device.
  const due = await follow({ ids: [], unreadIds: ['t'] });
  await due.click();
  expect(due.marked).toEqual([]);
});

it('leads the keyboard to what can be done where nothing is there to open, and back', async () => {
  const { element } = await follow({}, false);
  const [row, button] = ['[data-list-item]', 'button'].map((each) =>
    element.querySelector<HTMLElement>(each),
  );
  row!.focus();
  const press = (key: string) =>
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  press('ArrowRight');
  expect(document.activeElement).toBe(button);
  press('ArrowLeft');
  expect(document.activeElement).toBe(row);
});

it('says beside what there is to read that the task is due, and of which day the news is', async () => {
  const at = new Date(2026, 10, 21, 14, 5).getTime();
  const { element } = await follow({ event: 'MENTIONED', at, dueAt: new Date(2026, 10, 23).getTime() });
  expect(element.textContent).toMatch(/or answered · .*21.*:05.* · Due .*23$/);
});
