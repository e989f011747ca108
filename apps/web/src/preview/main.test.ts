// @vitest-environment happy-dom
/** The frame that shows attachments, as a page: text as the words that it is. */
import { strToU8, zipSync } from 'fflate';
import { expect, it, vi } from 'vitest';
import type { ShowRequest } from './protocol.ts';

const labels = {
  page: '',
  truncated: 'There is more.',
  leftOut: '',
  find: '',
  found: '',
  cut: 'Only {rows} and {columns}.',
  rows: { one: '{count} row', other: '{count} rows' },
  columns: { one: '{count} column', other: '{count} columns' },
  moreSheets: { one: '{count} more sheet', other: '{count} more sheets' },
  yes: '',
  no: '',
};

/** Shows a file in a frame of its own; returns what stands in it. */
async function shown(bytes: Uint8Array<ArrayBuffer>, as: Partial<ShowRequest> = {}): Promise<HTMLElement> {
  document.body.innerHTML = '<main id="root"></main>';
  vi.resetModules();
  const told: unknown[] = [];
  vi.spyOn(window.parent, 'postMessage').mockImplementation((event: unknown) => void told.push(event));
  await import('./main.ts');
  const data: ShowRequest = {
    type: 'show',
    kind: 'text',
    mimeType: 'text/plain',
    name: 'a.txt',
    language: 'en',
    labels,
    ...as,
    bytes: bytes.buffer,
  };
  window.dispatchEvent(new MessageEvent('message', { data, source: window.parent as never }));
  await vi.waitFor(() => expect(told).toContainEqual({ type: 'shown' }));
  return document.querySelector<HTMLElement>('#root')!;
}

it('shows code and hostile pages letter by letter', async () => {
  const page = '<html><script>globalThis.ran = 1</script><svg onload="ran=1"><img src=x onerror=ran=1></svg>';
  const root = await shown(new TextEncoder().encode(page));
  expect(root.textContent).toBe(page);
  expect([...root.querySelectorAll('*')].map(({ tagName }) => tagName)).toEqual(['PRE']);
  expect(globalThis).not.toHaveProperty('ran');
});

it('reads text that Windows wrote', async () => {
  const root = await shown(new Uint8Array([0x47, 0x72, 0xfc, 0xdf, 0x65, 0x20, 0x80]));
  expect(root.textContent).toBe('Grüße €');
});

it('reads UTF-8 also where the end of what is shown cuts a letter in two', async () => {
  const root = await shown(new TextEncoder().encode(`x${'ü'.repeat(1_048_576)}`));
  const [text, more] = root.children;
  expect(text!.textContent).toBe(`x${'ü'.repeat(1_048_575)}`);
  expect(more!.textContent).toBe('There is more.');
});

it('reads a letter as its type says, however it is called', async () => {
  const mail = new TextEncoder().encode('Subject: Dach\r\n\r\nMorgen.');
  for (const name of ['Mail', 'Mail.docx', 'Mail.pdf'])
    expect((await shown(mail.slice(), { kind: 'eml', name })).textContent).toBe('Dach\nMorgen.');
});

it('says where it leaves words of a letter out', async () => {
  const mail = (words: string) =>
    shown(new TextEncoder().encode(`Subject: x\r\n\r\n${words}`), { kind: 'eml', name: 'a.eml' });
  expect((await mail('short')).textContent).toBe('x\nshort');
  expect((await mail('ab '.repeat(400_000))).lastElementChild!.textContent).toBe('There is more.');
});

it('says how much of a table is shown, and how many tables are not', async () => {
  const csv = await shown(new TextEncoder().encode('x\n'.repeat(2_001)), { kind: 'csv', name: 'a.csv' });
  expect(csv.lastElementChild!.textContent).toBe('Only 2,000 rows and 1 column.');
  const table =
    '<table:table><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table>';
  const book = (tables: number) =>
    shown(new Uint8Array(zipSync({ 'content.xml': strToU8(table.repeat(tables)) })), { kind: 'ods' });
  expect((await book(20)).lastElementChild!.tagName).toBe('DIV');
  expect((await book(21)).lastElementChild!.textContent).toBe('1 more sheet');
  const more = await book(22);
  expect([...more.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(['2 more sheets']);
});

it('hands arrows back that it has no use for, and no others', async () => {
  const root = await shown(new TextEncoder().encode('a,b'), { kind: 'csv', name: 'a.csv' });
  const told = vi.mocked(window.parent.postMessage);
  const press = (target: Element, key: string, more: KeyboardEventInit = {}) => {
    told.mockClear();
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }));
    return told.mock.calls.length > 0;
  };
  const cell = root.querySelector('td')!;
  const sheet = root.querySelector<HTMLElement>('.sheet')!;
  sheet.style.overflowX = 'auto';
  expect([press(cell, 'ArrowRight'), press(cell, 'Escape'), press(cell, 'a')]).toEqual([true, true, false]);
  for (const held of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])
    expect([held, press(cell, 'ArrowLeft', { [held]: true })]).toEqual([held, false]);
  Object.defineProperty(sheet, 'scrollWidth', { value: 900 });
  expect([press(cell, 'ArrowRight'), press(cell, 'Escape'), press(root, 'ArrowRight')]).toEqual([
    false,
    true,
    true,
  ]);
});
