// @vitest-environment happy-dom
/** Pastes and drops: where they land, as what, and their pictures, which are taken or said to be left. */
import { getSchema } from '@tiptap/core';
import { AllSelection, EditorState, TextSelection } from '@tiptap/pm/state';
import { EditorView } from '@tiptap/pm/view';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { extensions } from './extensions.ts';
import { pasting } from './paste.ts';

// DOMPurify cleans nothing in this page; browser scenarios try what it does.
vi.mock('./purify.ts', () => ({
  purified: (html: string) => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    for (const element of body.querySelectorAll('*'))
      for (const name of element.getAttributeNames())
        if (name.startsWith('data-')) element.removeAttribute(name);
    return body;
  },
}));

const dot = 'data:image/png;base64,iVBORw0KGgo=';
const web = '<p>Plan</p><img src="https://firm.example/plan.png">';

/** Pastes, and returns how many pictures were taken, and how often it was said that some were left. */
function paste(html: string, text: string, files: File[] = []): [taken: number, left: number] {
  let taken = 0;
  const onLeft = vi.fn();
  const onPictures = (pictures: File[]) => {
    taken += pictures.length;
  };
  const { handlePaste } = pasting({ onPictures, onLeft }, () => undefined);
  const state = { selection: { $from: { parent: { type: { spec: {} } } } } };
  const data = { getData: (type: string) => (type === 'text/html' ? html : text), files };
  handlePaste({ state, isDestroyed: true } as unknown as EditorView, { clipboardData: data } as never);
  return [taken, onLeft.mock.calls.length];
}

it('says once that pictures of the web, or of a program, are left', () => {
  expect(paste(`${web}<img src="file:///C:/image001.png">`, 'Plan')).toEqual([0, 1]);
  expect(paste(`${web}<img src="${dot}">`, 'Plan')).toEqual([1, 1]);
});

it('says nothing where all are taken, or there are none', () => {
  expect(paste(`<p>Plan</p><img src="${dot}">`, 'Plan')).toEqual([1, 0]);
  expect(paste('<p>Plan</p>', 'Plan')).toEqual([0, 0]);
  const copied = new File(['dot'], 'image.png', { type: 'image/png' });
  expect(paste('<img src="https://firm.example/plan.png">', '', [copied])).toEqual([1, 0]);
});

const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const words = (text: string) => ({ type: 'text', text });
const mention = (id: string, label: string) => ({ type: 'mention', attrs: { id, label } });

/** Shows an editor with the cursor at the beginning of its paragraphs. */
function open(...content: object[]): EditorView {
  const doc = getSchema(extensions('')).nodeFromJSON({ type: 'doc', content });
  const view = new EditorView(document.body.appendChild(document.createElement('div')), {
    state: EditorState.create({ doc, selection: TextSelection.create(doc, 1) }),
    ...pasting({ onPictures: () => {}, onLeft: () => {} }, () => undefined),
  });
  onTestFinished(() => view.destroy());
  return view;
}

/** Lets an editor hear of what is copied, cut, pasted or dropped. */
function hand(
  view: EditorView,
  type: 'copy' | 'cut' | 'paste' | 'drop',
  data: DataTransfer,
  more: object = {},
): void {
  const event = new Event(type, { bubbles: true, cancelable: true });
  view.dom.dispatchEvent(Object.assign(event, { clipboardData: data, dataTransfer: data }, more));
}

/** Returns a clipboard with markup as browsers hand it over: behind a tag of their own. */
function markup(html: string, text = 'text'): DataTransfer {
  const data = new DataTransfer();
  data.setData('text/html', `<meta charset='utf-8'>${html}`);
  data.setData('text/plain', text);
  return data;
}

/** Pastes into an empty text, and returns what that holds then. */
async function pasteMarkup(html: string, view = open(paragraph())): Promise<string> {
  const before = view.state.doc;
  hand(view, 'paste', markup(html));
  await vi.waitFor(() => expect(view.state.doc).not.toBe(before));
  return view.state.doc.toString();
}

/** Selects all of a text, copies or cuts it, and returns its markup. */
function take(view: EditorView, how: 'copy' | 'cut'): string {
  const data = new DataTransfer();
  view.dispatch(view.state.tr.setSelection(new AllSelection(view.state.doc)));
  hand(view, how, data);
  return data.getData('text/html');
}

it('breaks no line where the source of the markup does', async () => {
  expect(await pasteMarkup('<p>ein langer\r\nSatz</p>\n<p>ein\n  zweiter</p>')).toBe(
    'doc(paragraph("ein langer Satz"), paragraph("ein zweiter"))',
  );
});

it('keeps the spaces of what an editor copied', async () => {
  expect(await pasteMarkup('<p data-pm-slice="1 1 []">two  spaces</p>')).toBe(
    'doc(paragraph("two  spaces"))',
  );
});

it('keeps the mentions of what an editor copied or cut', async () => {
  provideWorkspace({} as OpenWorkspace);
  for (const how of ['copy', 'cut'] as const) {
    const html = take(open(paragraph(mention('ada', 'Ada'), words('  please look'))), how);
    expect(await pasteMarkup(html)).toBe('doc(paragraph(mention, "  please look"))');
    // As Windows has it.
    const framed = `<html>\r\n<body>\r\n<!--StartFragment-->${html}<!--EndFragment-->\r\n</body>\r\n</html>`;
    expect(await pasteMarkup(framed)).toBe('doc(paragraph(mention, "  please look"))');
  }
});

it('makes no mentions of markup that comes from elsewhere', async () => {
  provideWorkspace({} as OpenWorkspace);
  const html = take(open(paragraph(mention('ada', 'Ada'))), 'copy');
  expect(await pasteMarkup(html.replace('"ada"', '"eve"'))).toBe('doc(paragraph("@Ada"))');
  expect(await pasteMarkup(`${html}<p>more</p>`)).toBe('doc(paragraph("@Ada"), paragraph("more"))');
  // Another workspace has other people.
  provideWorkspace({} as OpenWorkspace);
  expect(await pasteMarkup(html)).toBe('doc(paragraph("@Ada"))');
});

/** Drops something at a place in the text, and returns what the text holds then. */
async function drop(view: EditorView, pos: number, data: DataTransfer, more = {}): Promise<string> {
  const before = view.state.doc;
  view.posAtCoords = () => ({ pos, inside: -1 });
  hand(view, 'drop', data, more);
  await vi.waitFor(() => expect(view.state.doc).not.toBe(before));
  return view.state.doc.toString();
}

it('inserts what is dropped where it is dropped, and leaves what is selected', async () => {
  const view = open(paragraph(words('first')), paragraph(words('second')));
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 1, 6)));
  expect(await drop(view, 14, markup('<b>dropped</b>'))).toBe(
    'doc(paragraph("first"), paragraph("second", bold("dropped")))',
  );
});

it('replaces no line that something is dropped on', async () => {
  const view = open(paragraph(words('first')), { type: 'horizontalRule' }, paragraph(words('second')));
  expect(await drop(view, 7, markup('<b>dropped</b>'))).toBe(
    'doc(paragraph("first"), horizontalRule, paragraph(bold("dropped"), "second"))',
  );
});

it('inserts what is dropped into code as text', async () => {
  const view = open(paragraph(words('first')), { type: 'codeBlock', content: [words('code')] });
  expect(await drop(view, 12, markup('<b>dropped</b>', 'dropped'))).toBe(
    'doc(paragraph("first"), codeBlock("codedropped"))',
  );
});

it('leaves to the editor what is dragged within it, also where that is copied', async () => {
  const view = open(paragraph(mention('ada', 'Ada')), paragraph(words('second')));
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 1, 2)));
  view.dragging = { slice: view.state.selection.content(), move: false };
  expect(await drop(view, 10, markup('@Ada'), { ctrlKey: true })).toBe(
    'doc(paragraph(mention), paragraph("second", mention))',
  );
});
