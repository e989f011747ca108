/**
 * Pastes into the editor. ProseMirror reads pasted HTML through `innerHTML`, which the page's Trusted Types policy
 * refuses. Browsers with the HTML Sanitizer API read it without `innerHTML`; in others the plain text is inserted.
 */
import { DOMParser as ModelParser } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';

/** `Document.parseHTML` parses markup into a document in which nothing can run (WHATWG HTML, sanitizer section). */
const { parseHTML } = Document as unknown as { parseHTML?: (html: string) => Document };

/** Inserts what was copied at the selection. Returns false to leave it to the editor. */
function insert(view: EditorView, data: DataTransfer | null): boolean {
  const html = data?.getData('text/html');
  if (!html) return false;
  const isCode = view.state.selection.$from.parent.type.spec.code;
  const text = data?.getData('text/plain');
  if (isCode || !parseHTML) return text ? view.pasteText(text) : true;
  const { body } = parseHTML.call(Document, html);
  const slice = ModelParser.fromSchema(view.state.schema).parseSlice(body, { preserveWhitespace: true });
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
  return true;
}

/** Props for the editor's `editorProps`. */
export const pasting = {
  handlePaste: (view: EditorView, event: ClipboardEvent): boolean => insert(view, event.clipboardData),
  /** Inserts what is dropped; drags within the editor (`moved`) are left to the editor itself. */
  handleDrop: (view: EditorView, event: DragEvent, _slice: unknown, moved: boolean): boolean =>
    !moved && insert(view, event.dataTransfer),
};
