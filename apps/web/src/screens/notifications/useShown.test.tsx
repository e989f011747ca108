// @vitest-environment happy-dom
/** Where notifications lead. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { useShown } from './useShown.tsx';

vi.mock('../../features/member/queries.ts', () => ({ usePeople: () => new Map() }));

it('lead to the message that mentions somebody, though it is not here, and to a room itself', () => {
  const collections = {
    comment: new Map(),
    message: new Map([['said', { createdRevision: 7 }]]),
    room: new Map([['canteen', { id: 'canteen', memberIds: [] }]]),
  };
  provideWorkspace({ records: { collections }, userId: 'ada' } as unknown as OpenWorkspace);
  let shownOf: ReturnType<typeof useShown> | undefined;
  const Page = () => {
    shownOf = useShown('w');
    return null;
  };
  const root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<Page />));
  const queryOf = (recordId?: string) =>
    shownOf!({ subject: { noun: 'room', id: 'canteen' }, ...(recordId && { recordId }) })?.query;
  expect(queryOf('said')).toEqual({ message: 'said', at: '7' });
  expect(queryOf('elsewhere')).toEqual({ message: 'elsewhere' });
  expect(queryOf('canteen')).toEqual({});
  expect(queryOf()).toEqual({});
  flushSync(() => root.unmount());
});
