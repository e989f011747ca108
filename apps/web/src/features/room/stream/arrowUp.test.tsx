// @vitest-environment happy-dom
/** The arrow up in an empty field. */
import type { RichText } from '@kontor/contract/entity/field';
import type { Room } from '@kontor/contract/nouns/room';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { Composer } from './composer.tsx';

const typed = vi.hoisted(() => ({ content: undefined as object | undefined }));
vi.mock('./useHalfTyped.ts', () => ({ useHalfTyped: () => typed }));
vi.mock('./useTyping.ts', () => ({ useTyping: () => ({ userIds: [], onType: () => {} }) }));
vi.mock('./actions.ts', () => ({}));
vi.mock('../../../ui/richText/richTextInput.tsx', () => ({
  // biome-ignore lint/a11y/useSemanticElements: it stands for the editor
  RichTextInput: () => <div role="textbox" tabIndex={0} contentEditable suppressContentEditableWarning />,
}));

it('changes what was said last, where nothing is typed and no key goes with it', () => {
  provideWorkspace({ records: { id: 'w' } } as unknown as OpenWorkspace);
  const onEditLast = vi.fn();
  const room = { id: 'room', memberIds: [] as string[] } as Room;
  const attached = { files: [], adding: 0, add: () => {}, clear: () => {} };
  const shared = { room, name: 'Site', people: new Map(), readers: new Map(), attached };
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const draw = (content: RichText | undefined) => {
    typed.content = content;
    flushSync(() =>
      root.render(
        <MantineProvider env="test">
          <Composer
            {...shared}
            attachedList={content ? 'typed' : null}
            onTyped={() => {}}
            onSent={() => {}}
            onEditLast={onEditLast}
          />
        </MantineProvider>,
      ),
    );
  };
  const press = (at: string, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true, ...more });
    flushSync(() => element.querySelector(at)!.dispatchEvent(event));
  };
  draw({ type: 'doc' } as RichText);
  press('[role="textbox"]');
  draw(undefined);
  press('[role="textbox"]', { shiftKey: true });
  press('button');
  expect(onEditLast).not.toHaveBeenCalled();
  press('[role="textbox"]');
  expect(onEditLast).toHaveBeenCalledOnce();
  flushSync(() => root.unmount());
});
