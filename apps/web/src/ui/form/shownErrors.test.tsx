// @vitest-environment happy-dom
/** When a form asks for its errors: judging all of it takes too long for each key of a text that shows none. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { type FormState, useForm } from './useForm.ts';

it('asks with each key while an error is shown, and not before', async () => {
  const errors = vi.fn(({ name }: { name: string }) => (name.length > 3 ? { name: 'too long' } : {}));
  let form!: FormState<{ name: string }>;
  const Shown = () => {
    form = useForm({ stored: { name: '' }, errors, saveOnLeave: () => true });
    return null;
  };
  const root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<Shown />));
  const type = (name: string) => flushSync(() => form.set({ name }));
  const shown = () => (form.field('name') as { error?: unknown }).error;
  // What a handler of an earlier render does counts, too.
  const early = form;
  type('long');
  type('longer');
  expect(errors).not.toHaveBeenCalled();
  flushSync(() => void form.leave('name'));
  expect(shown()).toBe('too long');
  type('long');
  expect(shown()).toBe('too long');
  flushSync(() => early.set({ name: 'ok' }));
  expect(shown()).toBeUndefined();
  errors.mockClear();
  type('okay');
  expect(errors).not.toHaveBeenCalled();
  flushSync(() => root.unmount());
});
