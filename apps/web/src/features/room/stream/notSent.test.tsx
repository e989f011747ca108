// @vitest-environment happy-dom
/** The note below a message that the server refused: nothing of it is lost before somebody agrees. */
import type { FailedTransaction } from '@kontor/client/replica/status';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { QuestionHost } from '../../../ui/overlay/questionHost.tsx';
import { NotSent } from './notSent.tsx';

const always = <T,>(value: T) => ({ get: () => value, subscribe: () => () => {} });
const dialog = () => document.querySelector('[role=dialog]');

it.each([
  ['create', 'Discard this message?', 1],
  ['update', 'Discard your change of this message?', 0],
] as const)(
  'asks before what was not sent of a message is lost (%s), and stops its uploads then',
  async (verb, title, stopped) => {
    const failed: FailedTransaction = {
      id: 'a',
      code: 'OVER_QUOTA',
      isFinal: false,
      at: 1,
      records: [{ entity: 'message', id: 'm', verb, fields: {} }],
    };
    const [discard, cancel] = [vi.fn(), vi.fn()];
    const upload = { id: 'u', status: 'sending', target: { messageId: 'm' } };
    provideWorkspace({
      records: { outbox: { failed: always([failed]), builtOn: () => 0, discard } },
      uploads: { entries: always([upload]), cancel },
    } as unknown as OpenWorkspace);
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    flushSync(() =>
      root.render(
        <MantineProvider env="test">
          <NotSent id="m" />
          <QuestionHost />
        </MantineProvider>,
      ),
    );
    const press = (within: Element, label: string) =>
      [...within.querySelectorAll('button')].find((each) => each.textContent === label)!.click();
    press(place, 'Discard');
    await expect.poll(() => dialog()?.textContent).toContain(title);
    expect([discard.mock.calls, cancel.mock.calls]).toEqual([[], []]);
    press(dialog()!, 'Discard');
    await expect.poll(() => discard.mock.calls).toEqual([['a']]);
    expect(cancel).toHaveBeenCalledTimes(stopped);
    flushSync(() => root.unmount());
    document.body.replaceChildren();
  },
);
