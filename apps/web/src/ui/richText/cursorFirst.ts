import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/**
 * Reads where the cursor is before a key acts there. On a busy page keys are handed out before the browser's news of the
 * click that went before them (`selectionchange`), and the editor would act upon them where the cursor was until then.
 */
export const cursorFirst = Extension.create({
  name: 'cursorFirst',
  addProseMirrorPlugins: () => [
    new Plugin({ props: { handleDOMEvents: { keydown: (view) => !view.composing && readCursor(view) } } }),
  ],
});

/** Does what the editor does upon those news, by its own method, which its types leave out. Leaves the key to others. */
function readCursor(view: EditorView): false {
  (view as EditorView & { domObserver: { flush(): void } }).domObserver.flush();
  return false;
}
