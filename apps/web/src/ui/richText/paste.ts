/**
 * Pastes into the editor. ProseMirror reads pasted HTML through `innerHTML`, which the page's Trusted Types policy
 * refuses. Browsers with the HTML Sanitizer API read it without `innerHTML`; for others DOMPurify is loaded.
 */
import { DOMParser as ModelParser, type Schema, type Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
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

function insertBody(view: EditorView, html: string, body: HTMLElement): void {
  const slice = sliceOf(view.state.schema, html, body);
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
}

/** Inserts markup; in browsers that need what cleans it, once that is there, and as plain text if it does not come. */
function insertHtml(view: EditorView, html: string, text: string): void {
  const marked = markWordLists(html);
  if (parseHTML) insertBody(view, html, parseHTML.call(Document, marked).body);
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

/**
 * Returns props for the editor's `editorProps`. With `onFiles`, files that are pasted are handed on, and those that are
 * dropped are left to the page.
 */
export const pasting = (pictures: PicturePaste, onFiles: () => OnFiles | undefined) => ({
  handlePaste: (view: EditorView, event: ClipboardEvent): boolean => {
    const [take, files] = [onFiles(), copiedFiles(event.clipboardData)];
    if (!take || files.length === 0) return insert(view, event.clipboardData, pictures);
    take(files);
    return true;
  },
  /** Inserts what is dropped; drags within the editor (`moved`) are left to the editor itself. */
  handleDrop: (view: EditorView, event: DragEvent, _slice: unknown, moved: boolean): boolean =>
    !moved &&
    ((onFiles() !== undefined && copiedFiles(event.dataTransfer).length > 0) ||
      insert(view, event.dataTransfer, pictures)),
});
