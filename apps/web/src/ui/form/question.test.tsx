// @vitest-environment happy-dom
/** Questions before a form is saved: what somebody else stores while one stands is not written over. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { type FormState, useForm } from './useForm.ts';

interface Values {
  name: string;
  note: string;
}

const stored = { name: 'House', note: '' };

/** Opens a form whose submission asks, and returns what it saved. */
function open() {
  const saved: Partial<Values>[] = [];
  let form: FormState<Values>;
  let answer: (agreed: boolean) => void = () => {};
  const Shown = ({ now }: { now: Values }) => {
    form = useForm<Values>({ stored: now });
    return null;
  };
  const root = createRoot(document.createElement('div'));
  const store = (now: Values) => flushSync(() => root.render(<Shown now={now} />));
  store(stored);
  const asked = () =>
    new Promise<boolean>((resolve) => {
      answer = resolve;
    });
  return {
    saved,
    store,
    form: () => form,
    submit: () =>
      flushSync(() => form.submit((_values, changes) => void saved.push(changes), { ask: asked })()),
    async answer(agreed: boolean) {
      answer(agreed);
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
    end: () => flushSync(() => root.unmount()),
  };
}

it('shows what was stored meanwhile in a field that was changed, and saves nothing', async () => {
  const { saved, store, form, submit, answer, end } = open();
  flushSync(() => form().set({ name: 'Mine' }));
  submit();
  store({ ...stored, name: 'Theirs' });
  await answer(true);
  expect(saved).toEqual([]);
  expect(form().conflicts).toEqual(['name']);
  end();
});

it('saves what was changed and nothing else', async () => {
  const { saved, store, form, submit, answer, end } = open();
  flushSync(() => form().set({ name: 'Mine' }));
  submit();
  store({ ...stored, note: 'Theirs' });
  await answer(false);
  expect(saved).toEqual([]);
  submit();
  await answer(true);
  expect(saved).toEqual([{ name: 'Mine' }]);
  expect(form().dirty).toBe(false);
  end();
});
