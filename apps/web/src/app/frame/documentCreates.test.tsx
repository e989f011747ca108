// @vitest-environment happy-dom
/** The things that the `New` menu makes among documents, and the pages on which it does. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginNext, useOffer } from '../../ui/list/createsHere.ts';
import type { Command } from './command.ts';
import { useDocumentCreates } from './documentCreates.ts';

const page = vi.hoisted(() => ({ pathname: '/w', navigate: vi.fn() }));
vi.mock('@tanstack/react-router', () => ({
  useLocation: ({ select }: { select: (at: { pathname: string }) => string }) => select(page),
  useNavigate: () => page.navigate,
}));
vi.mock('../../platform/workspace/workspace.ts', () => ({
  useRecord: (noun: string, id: string) => (id === `a-${noun}` ? { id } : undefined),
}));
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let creates: Command[] = [];
let root: ReturnType<typeof createRoot>;
const upload = vi.fn();
const Menu = () => {
  creates = useDocumentCreates('w');
  return null;
};
const Documents = () => {
  useOffer([{ id: 'create-upload', label: 'Upload', icon: (() => null) as never, run: upload }]);
  return null;
};
const show = (pathname: string, documents?: boolean) => {
  page.pathname = pathname;
  act(() =>
    root.render(
      <>
        <Menu />
        {documents && <Documents />}
      </>,
    ),
  );
  return creates.map(({ label }) => label);
};

beforeEach(() => {
  vi.clearAllMocks();
  root = createRoot(document.createElement('div'));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

it.each([
  ['/w/projects/a-project', '/$workspace/projects/$space/documents'],
  ['/w/projects/a-project/tasks', '/$workspace/projects/$space/documents'],
  ['/w/customers/a-customer', '/$workspace/customers/$customer/documents'],
])('offers a folder and an upload at %s, which begin among the documents there', (pathname, to) => {
  expect(show(pathname)).toEqual(['Folder', 'Upload']);
  creates[1]!.run();
  expect(page.navigate.mock.calls).toMatchObject([[{ to }]]);
  expect(upload).not.toHaveBeenCalled();
  expect(show(`${pathname}/documents`, true)).toEqual(['Upload']);
  expect(upload).toHaveBeenCalledOnce();
  // Once: who comes back is asked for nothing.
  show(pathname);
  show(`${pathname}/documents`, true);
  expect(upload).toHaveBeenCalledOnce();
});

it.each(['/w', '/w/projects', '/w/projects/gone', '/w/chat/a-project'])(
  'offers neither at %s',
  (pathname) => {
    expect(show(pathname)).toEqual([]);
  },
);

it('begins nothing on a page that comes too late', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  beginNext('create-upload');
  vi.advanceTimersByTime(6_000);
  show('/w/projects/a-project/documents', true);
  expect(upload).not.toHaveBeenCalled();
});
