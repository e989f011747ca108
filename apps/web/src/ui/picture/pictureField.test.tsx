// @vitest-environment happy-dom
/** Files chosen for a picture: the last one counts, and none is kept in memory once it does not show. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Picture, PictureFault } from './picture.ts';
import { PictureField } from './pictureField.tsx';

const reads = vi.hoisted(() => new Map<string, PromiseWithResolvers<Picture | PictureFault>>());
vi.mock('./picture.ts', async (original) => ({
  ...(await original<object>()),
  readPicture: ({ name }: File) => {
    reads.set(name, Promise.withResolvers());
    return reads.get(name)!.promise;
  },
  makePicture: async ({ url }: Picture) => url,
}));
vi.mock('../../platform/toasts.tsx', () => ({ toast: { error: () => {} } }));

const revoked = vi.fn();
const onChange = vi.fn();
const place = document.body.appendChild(document.createElement('div'));
let root: ReturnType<typeof createRoot>;

beforeEach(() => {
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(revoked);
  for (const mock of [revoked, onChange]) mock.mockReset();
  root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <PictureField label="Logo" current="/logo.png" onChange={onChange} />
      </MantineProvider>,
    ),
  );
});
afterEach(() => {
  flushSync(() => root.unmount());
  vi.restoreAllMocks();
});

function choose(name: string): void {
  const input = place.querySelector('input')!;
  Object.defineProperty(input, 'files', { value: [new File([], name)], configurable: true });
  flushSync(() => input.dispatchEvent(new Event('change', { bubbles: true })));
}
/** Lets a chosen file be read. */
async function read(name: string, fault?: PictureFault): Promise<void> {
  reads.get(name)!.resolve(fault ?? { image: new Image(), url: name, width: 100, height: 100 });
  await new Promise((resolve) => setTimeout(resolve));
}

it('keeps the file that was chosen last, whichever is read first, and lets go of each that does not show', async () => {
  choose('first');
  choose('second');
  await read('second');
  await read('first');
  expect(onChange).toHaveBeenLastCalledWith('second');
  expect(revoked.mock.calls).toEqual([['first']]);
  choose('third');
  await read('third');
  expect(onChange).toHaveBeenLastCalledWith('third');
  await vi.waitFor(() => expect(revoked.mock.calls).toEqual([['first'], ['second']]));
  choose('late');
  flushSync(() => root.unmount());
  await read('late');
  expect(onChange).toHaveBeenLastCalledWith('third');
  expect(revoked.mock.calls.flat()).toEqual(['first', 'second', 'third', 'late']);
});

it('says no more of a file that was refused once the picture is removed', async () => {
  choose('wrong');
  await read('wrong', 'type');
  await vi.waitFor(() => expect(place.querySelector('[class*="error"]')).not.toBeNull());
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Remove')!.click();
  await vi.waitFor(() => expect(place.querySelector('[class*="error"]')).toBeNull());
});
