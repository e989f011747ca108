import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { focusFirstError } from './focusFirstError.ts';

let frames: (() => void)[];
const nextFrame = () => {
  for (const run of frames.splice(0)) run();
};
beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
});
afterEach(() => vi.unstubAllGlobals());

it('waits for the frame in which a field says what is wrong', () => {
  const field = { focus: vi.fn() };
  const faulty: unknown[] = [];
  const form = { isConnected: true, querySelector: () => faulty[0] ?? null };
  focusFirstError(form as unknown as HTMLElement);
  nextFrame();
  nextFrame();
  expect(field.focus).not.toHaveBeenCalled();
  faulty.push(field);
  nextFrame();
  expect(field.focus).toHaveBeenCalledOnce();
  expect(frames).toEqual([]);
});

it('gives up on a form that has no fault, or is gone', () => {
  const form = { isConnected: true, querySelector: () => null };
  focusFirstError(form as unknown as HTMLElement, 2);
  nextFrame();
  nextFrame();
  expect(frames).toEqual([]);
  focusFirstError({ ...form, isConnected: false } as unknown as HTMLElement);
  nextFrame();
  expect(frames).toEqual([]);
});
