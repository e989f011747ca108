// @vitest-environment happy-dom
/** The head of a preview: keys in the menu of the file do not lead to the file beside it. */
import type { Document } from '@kontor/contract/nouns/document';
import { MantineProvider } from '@mantine/core';
import { createPortal, flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { PreviewPane } from './previewPane.tsx';

vi.mock('../heldMark.tsx', () => ({ HeldMark: () => null }));
vi.mock('../native/nativeButton.tsx', () => ({ NativeButton: () => null }));
vi.mock('../downloadButton.tsx', () => ({ DownloadButton: () => null }));

const files = ['a.bin', 'b.bin'].map((name) => ({ id: name, kind: 'file', name }) as Document);

it.each([
  ['application/pdf', '200 MB'],
  ['message/rfc822', '20 MB'],
])('says up to which size a file of type %s is shown', (mimeType, most) => {
  const file = { ...files[0]!, mimeType, size: 2 ** 31 };
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <PreviewPane document={file} files={files} onShow={() => {}} onClose={() => {}} />
      </MantineProvider>,
    ),
  );
  expect(document.querySelector('section')!.textContent).toContain(
    `This file is too large for a preview. Files of this kind are shown up to ${most}.`,
  );
  flushSync(() => root.unmount());
});

it('leaves the focus to a field in which somebody types, and takes it from a row of the list', () => {
  const field = document.body.appendChild(document.createElement('input'));
  const row = document.body.appendChild(document.createElement('button'));
  for (const before of [field, row]) {
    before.focus();
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    flushSync(() =>
      root.render(
        <MantineProvider env="test">
          <PreviewPane document={files[0]!} files={files} onShow={() => {}} onClose={() => {}} />
        </MantineProvider>,
      ),
    );
    expect(document.activeElement).toBe(before === field ? field : document.querySelector('section'));
    flushSync(() => root.unmount());
  }
  field.remove();
  row.remove();
});

it('closes for its own Escape, and closes nothing that it lies in', () => {
  const [onClose, onKeyDown] = [vi.fn(), vi.fn()];
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: stands for a slide-over */}
        <div onKeyDown={onKeyDown}>
          <PreviewPane document={files[0]!} files={files} onShow={() => {}} onClose={onClose} />
        </div>
      </MantineProvider>,
    ),
  );
  const section = document.querySelector('section')!;
  section.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(onKeyDown).not.toHaveBeenCalled();
  flushSync(() => root.unmount());
});

it('shows the next file for a key of its own, and none for a key of the menu', () => {
  const [onShow, onClose] = [vi.fn(), vi.fn()];
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <PreviewPane
          document={files[0]!}
          files={files}
          onShow={onShow}
          onClose={onClose}
          menu={createPortal(<button type="button">Rename</button>, document.body)}
        />
      </MantineProvider>,
    ),
  );
  const press = (target: Element | undefined, key: string) =>
    target!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const item = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Rename');
  for (const key of ['ArrowDown', 'Escape']) press(item, key);
  expect([onShow, onClose].map(({ mock }) => mock.calls)).toEqual([[], []]);
  press(document.querySelector('section')!, 'ArrowDown');
  expect(onShow).toHaveBeenCalledWith('b.bin');
  flushSync(() => root.unmount());
});

it.each([
  ['a file of a list', true],
  ['a file of no list', false],
])('gives the focus back when it closes: %s', (_, isListed) => {
  const main = document.body.appendChild(document.createElement('main'));
  main.innerHTML = files
    .map(({ id }) => `<div data-drag-id="${isListed ? id : ''}"><button data-list-item>${id}</button></div>`)
    .join('');
  const [first, second] = main.querySelectorAll('button');
  first!.focus();
  const root = createRoot(main.appendChild(document.createElement('div')));
  const show = (shown: Document | undefined) =>
    flushSync(() =>
      root.render(
        <MantineProvider env="test">
          {shown && <PreviewPane document={shown} files={files} onShow={() => {}} onClose={() => {}} />}
        </MantineProvider>,
      ),
    );
  for (const file of files) show(file);
  expect(document.activeElement).toBe(document.querySelector('section'));
  show(undefined);
  expect(document.activeElement).toBe(isListed ? second : first);
  flushSync(() => root.unmount());
  main.remove();
});

it('gives it back within the sheet in which the file was opened, not to its row behind', () => {
  document.body.innerHTML = `<main><div data-drag-id="a.bin"><button data-list-item>a.bin</button></div></main>
    <div role="dialog"><a href="?item=a">a.bin</a></div>`;
  const link = document.querySelector('a')!;
  link.focus();
  const root = createRoot(link.parentElement!.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <PreviewPane document={files[0]!} files={files} onShow={() => {}} onClose={() => {}} />
      </MantineProvider>,
    ),
  );
  expect(document.activeElement).toBe(document.querySelector('section'));
  flushSync(() => root.unmount());
  expect(document.activeElement).toBe(link);
  document.body.replaceChildren();
});

it('leaves the focus in a field in which somebody types as it comes to lie over everything', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const show = (isOver: boolean) =>
    flushSync(() =>
      root.render(
        <MantineProvider env="test">
          <PreviewPane
            document={files[0]!}
            files={files}
            onShow={() => {}}
            onClose={() => {}}
            beneath={<input />}
            isOver={isOver}
          />
        </MantineProvider>,
      ),
    );
  // The trap takes the focus only after a moment.
  const turn = async () => {
    show(false);
    show(true);
    await new Promise((done) => setTimeout(done, 20));
  };
  await turn();
  expect(document.activeElement?.localName).toBe('h2');
  document.querySelector('input')!.focus();
  await turn();
  expect(document.activeElement?.localName).toBe('input');
  flushSync(() => root.unmount());
});
