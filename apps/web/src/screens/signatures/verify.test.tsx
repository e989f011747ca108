// @vitest-environment happy-dom
/** Files that are chosen while others are still checked: what is said is of those chosen last. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { Verdict } from '../../features/signing/checkFiles.ts';
import type { Dropped } from '../../ui/form/fileDrop.tsx';
import { Verify } from './verify.tsx';

const checks = vi.hoisted(() => [] as ((verdicts: Verdict[]) => void)[]);
vi.mock('../../features/signing/checkFiles.ts', () => ({
  checkFiles: () => new Promise((resolve) => void checks.push(resolve)),
}));
let drop: (dropped: Dropped) => void = () => {};
vi.mock('../../ui/form/fileDrop.tsx', () => ({
  FileDrop: ({ onDrop }: { onDrop: typeof drop }) => {
    drop = onDrop;
    return null;
  },
}));
vi.mock('../../platform/page.tsx', () => ({ usePage: () => {} }));
vi.mock('./verdict.tsx', () => ({ VerdictView: ({ verdict }: { verdict: unknown }) => `${verdict}` }));

const files = (name: string, content: () => Promise<ArrayBuffer> = async () => new ArrayBuffer(1)) =>
  ({ files: [{ name, arrayBuffer: content } as File] }) as unknown as Dropped;
const verdictOf = (name: string) => [`verdict on ${name}`] as unknown as Verdict[];

it('answers for the files that were chosen last', async () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider>
        <Verify />
      </MantineProvider>,
    ),
  );
  const gone = Promise.withResolvers<ArrayBuffer>();
  drop(files('unreadable', () => gone.promise));
  drop(files('first'));
  await expect.poll(() => checks.length).toBe(1);
  drop(files('second'));
  await expect.poll(() => checks.length).toBe(2);
  checks[0]!(verdictOf('first'));
  gone.reject(new Error('gone'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(place.textContent).not.toContain('verdict on first');
  expect(place.querySelector('[role=alert]')).toBe(null);
  expect(place.querySelector('[role=status]')!.textContent).not.toBe('');
  checks[1]!(verdictOf('second'));
  await expect.poll(() => place.textContent).toContain('verdict on second');
  expect(place.querySelector('[role=status]')!.textContent).toBe('');
  flushSync(() => root.unmount());
});
