/**
 * Pastes into the editor. ProseMirror reads pasted HTML through `innerHTML`, which the page's Trusted Types policy
 * refuses. Browsers with the HTML Sanitizer API read it without `innerHTML`; for others DOMPurify is loaded.
 */
import { DOMParser as ModelParser, type Schema, Slice } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { type OpenWorkspace, workspaceIfOpen } from '../../platform/workspace/workspace.ts';
import { leavesPictures, picturesIn } from './pictures.ts';
import { markWordLists, rebuild } from './wordHtml.ts';

/** `Document.parseHTML` parses markup into a document in which nothing can run (WHATWG HTML, sanitizer section). */
const { parseHTML } = Document as unknown as { parseHTML?: (html: string) => Document };

/** Takes pictures, which a text cannot hold. */
export type OnPictures = (pictures: File[]) => void;

/**
 * Returns what stands in markup, of which `body` is what cleaning left. White space counts in what an editor copied; other
 * programs break the lines of their source wherever they like.
 */
export function sliceOf(schema: Schema, html: string, body: HTMLElement): Slice {
  rebuild(body);
  const preserveWhitespace = html.includes('data-pm-slice');
  return ModelParser.fromSchema(schema).parseSlice(body, { preserveWhitespace });
}

/**
 * Content that was copied last in a workspace, and its markup. Cleaning makes letters of mentions, since markup from elsewhere
 * may make none: what an editor copied itself is inserted as it was.
 */
const copies = new WeakMap<OpenWorkspace, { html: string; content: unknown }>();

/** Remembers what is about to be copied. Leaves the copying to the editor. */
function remember(view: EditorView): false {
  const [workspace, { selection }] = [workspaceIfOpen(), view.state];
  if (!workspace || selection.empty) return false;
  const { dom, slice } = view.serializeForClipboard(selection.content());
  // As JSON: each editor has a schema of its own.
  copies.set(workspace, { html: dom.innerHTML, content: slice.toJSON() });
  return false;
}

/** Matches what browsers put around markup on the clipboard. */
const frame = /^(?:\s|<!--(?:Start|End)Fragment-->|<\/?(?:html|head|body|meta)\b[^<>]*>)*$/i;

/** Returns what was copied in this workspace, where markup is exactly that. */
function copied(schema: Schema, html: string): Slice | undefined {
  const workspace = workspaceIfOpen();
  const copy = workspace && copies.get(workspace);
  const around = copy ? html.split(copy.html) : [];
  return around.length === 2 && around.every((part) => frame.test(part))
    ? Slice.fromJSON(schema, copy!.content)
    : undefined;
}

const insertSlice = (view: EditorView, slice: Slice): void =>
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());

const insertBody = (view: EditorView, html: string, body: HTMLElement): void =>
  insertSlice(view, sliceOf(view.state.schema, html, body));

/** Inserts markup; in browsers that need what cleans it, once that is there, and as plain text if it does not come. */
function insertHtml(view: EditorView, html: string, text: string): void {
  const own = copied(view.state.schema, html);
  const marked = markWordLists(html);
  if (own) insertSlice(view, own);
  else if (parseHTML) insertBody(view, html, parseHTML.call(Document, marked).body);
  else
    void import('./purify.ts').then(
      ({ purified }) => !view.isDestroyed && insertBody(view, html, purified(marked)),
      () => !view.isDestroyed && view.pasteText(text),
    );
}

/** Takes files of any kind. */
export type OnFiles = (files: File[]) => void;

/** Returns the files that were copied as such: beside words they are a picture of those. */
const copiedFiles = (data: DataTransfer | null): File[] =>
  data && data.getData('text/plain').trim() === '' ? [...data.files] : [];

/** Hears of the pictures of a paste. */
interface PicturePaste {
  onPictures: OnPictures;
  /** Some could not be had. */
  onLeft: () => void;
}

/** Inserts what was copied at the selection. Returns false to leave it to the editor. */
function insert(view: EditorView, data: DataTransfer | null, { onPictures, onLeft }: PicturePaste): boolean {
  if (!data) return false;
  const [html, text] = [data.getData('text/html'), data.getData('text/plain')];
  const pictures = picturesIn([...data.files], html, text.trim() !== '');
  if (pictures.length > 0) onPictures(pictures);
  if (leavesPictures(html, pictures)) onLeft();
  const isCode = view.state.selection.$from.parent.type.spec.code;
  if (html && !isCode) insertHtml(view, html, text);
  else if (html && text) return view.pasteText(text);
  return html !== '' || pictures.length > 0;
}

/** Puts the cursor where something is dropped. */
function putCursor(view: EditorView, { clientX, clientY }: DragEvent): void {
  const at = view.posAtCoords({ left: clientX, top: clientY });
  const place = at && view.state.doc.resolve(at.pos);
  const cursor = place && (Selection.findFrom(place, 1, true) ?? Selection.findFrom(place, -1, true));
  if (cursor) view.dispatch(view.state.tr.setSelection(cursor));
  view.focus();
}

/**
 * Returns props for the editor's `editorProps`. With `onFiles`, files that are pasted are handed on, and those that are
 * dropped are left to the page.
 */
export const pasting = (pictures: PicturePaste, onFiles: () => OnFiles | undefined) => ({
  handleDOMEvents: { copy: remember, cut: remember },
  handlePaste: (view: EditorView, event: ClipboardEvent): boolean => {
    const [take, files] = [onFiles(), copiedFiles(event.clipboardData)];
    if (!take || files.length === 0) return insert(view, event.clipboardData, pictures);
    take(files);
    return true;
  },
  /** Inserts what is dropped; what is dragged within the editor is left to the editor itself. */
  handleDrop: (view: EditorView, event: DragEvent): boolean => {
    if (view.dragging) return false;
    if (onFiles() !== undefined && copiedFiles(event.dataTransfer).length > 0) return true;
    if (event.dataTransfer?.getData('text/html')) putCursor(view, event);
    return insert(view, event.dataTransfer, pictures);
  },
});
