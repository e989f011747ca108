// @vitest-environment happy-dom
/** The days of a task that is edited in place: what is picked or cleared is stored at once, what is typed once it is left. */
import type { Task } from '@kontor/contract/nouns/task';
import { addDays, today } from '@kontor/contract/time/day';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { useForm } from '../../../ui/form/useForm.ts';
import { type TaskValues, taskErrors, taskValues } from './taskFields.ts';
import { TaskInputs } from './taskInputs.tsx';

vi.mock('../../../ui/richText/richTextInput.tsx', () => ({ RichTextInput: () => null }));

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Shows the inputs of a task; `stored` are the changes that reached it. */
function show(task: Partial<Task>) {
  const stored: Partial<TaskValues>[] = [];
  function Sheet() {
    const form = useForm<TaskValues>({
      stored: taskValues({
        assigneeIds: [],
        status: 'TODO',
        title: 'Roof',
        ...task,
      } as Partial<Task> as Task),
      errors: taskErrors,
      saveOnLeave: (changes) => stored.push(changes) > 0,
    });
    const nobody = new Map();
    return <TaskInputs form={form} title="Roof" people={nobody} assignable={nobody} isInPlace />;
  }
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const sheet = (
    <MantineProvider env="test">
      <Sheet />
    </MantineProvider>
  );
  flushSync(() => root.render(sheet));
  ends.push(() => {
    flushSync(() => root.unmount());
    element.remove();
  });
  const due = element.querySelectorAll<HTMLInputElement>('[data-dates-input]')[1]!;
  const press = (label: string) =>
    flushSync(() => {
      const buttons = [...document.querySelectorAll('button')];
      buttons
        .find((each) => each.textContent === label || each.getAttribute('aria-label') === label)!
        .click();
    });
  const type = (text: string) =>
    flushSync(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(due, text);
      due.dispatchEvent(new Event('input', { bubbles: true }));
    });
  return { element, due, stored, press, type };
}

it('stores a day that is picked at once', () => {
  const { due, stored, press } = show({});
  flushSync(() => due.focus());
  press('Tomorrow');
  expect(stored).toEqual([{ dueDate: addDays(today(), 1) }]);
});

it('stores at once that a day was cleared', () => {
  const { stored, press } = show({ dueDate: '2026-11-23' });
  press('Clear');
  expect(stored).toEqual([{ dueDate: '' }]);
});

it('says at once that a picked day is before the start, and does not store it', () => {
  const { element, due, stored, press } = show({ startDate: addDays(today(), 3) });
  flushSync(() => due.focus());
  press('Tomorrow');
  expect(stored).toEqual([]);
  expect(element.querySelector('[aria-invalid=true]')).not.toBeNull();
});

it('leaves a day that is being typed until the field is left, also behind one that was picked', () => {
  const { due, stored, press, type } = show({});
  flushSync(() => due.focus());
  press('Tomorrow');
  type('24.11.2026');
  expect(stored).toHaveLength(1);
  flushSync(() => due.blur());
  expect(stored.slice(1)).toEqual([{ dueDate: '2026-11-24' }]);
});
