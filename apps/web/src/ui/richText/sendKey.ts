/** Sends what is written with Enter, as people do who talk: where a new line is meant, Enter still makes one. */
import { type Editor, Extension } from '@tiptap/core';

/**
 * Tells whether somebody types on glass. Whoever types on glass has no Shift at hand: there the button sends.
 */
const isOnGlass = (): boolean => matchMedia('(pointer: coarse)').matches;

const wantsLine = (editor: Editor): boolean =>
  isOnGlass() || editor.isActive('codeBlock') || editor.isActive('listItem');

/**
 * Handles the key that sends, behind the lists that open in the editor, which take Enter first, and before
 * what makes new lines.
 */
export const sendKey = (send: () => void) =>
  Extension.create({
    name: 'sendKey',
    priority: 100.5,
    addKeyboardShortcuts() {
      const sent = () => {
        send();
        return true;
      };
      return { Enter: ({ editor }) => !wantsLine(editor) && sent(), 'Mod-Enter': sent };
    },
  });
