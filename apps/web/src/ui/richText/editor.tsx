/** The editor itself; a module of its own because it is large. `richTextInput.tsx` loads it when it is needed. */
import '@mantine/tiptap/styles.layer.css';
import type { RichText } from '@kontor/contract/entity/field';
import { RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { uiMessages } from '../messages.ts';
import type { People } from '../person/people.tsx';
import { editable } from './editable.ts';
import { emojiTyping } from './emoji.ts';
import { useEmojis } from './emojiList.tsx';
import { extensions, schema } from './extensions.ts';
import { incoming } from './incoming.ts';
import { LinkControl } from './linkControl.tsx';
import { useMentions } from './mentionList.tsx';
import { type OnFiles, type OnPictures, pasting } from './paste.ts';
import { isBlank } from './plain.ts';
import css from './richText.module.css';
import { sendKey } from './sendKey.ts';

export interface EditorProps {
  value: RichText | undefined;
  /** Undefined when nothing is left to read. */
  onChange: (value: RichText | undefined) => void;
  label: string;
  placeholder?: string | undefined;
  isInvalid?: boolean;
  /** The id of what says why it is invalid. */
  errorId?: string | undefined;
  /** Takes pictures that are pasted; without, they are refused in words. */
  onPictures?: OnPictures | undefined;
  /** Takes files that are pasted; those that are dropped are the page's. */
  onFiles?: OnFiles | undefined;
  /** Of a short text, as a comment is: lower, without strikethrough, headings, quotes and code in its bar. */
  isLight?: boolean;
  /** The people whom `@` offers. */
  people?: People | undefined;
  /**
   * Of something said: Enter sends it, `:` offers emoji, and the bar has code. Whoever opens it begins to write.
   */
  onSend?: (() => void) | undefined;
  /** Somebody just opened it, to write in it. */
  takesFocus?: boolean;
}

/** Without JSON the editor would parse an empty text as HTML, which the page's Trusted Types policy refuses. */
const empty: RichText = { type: 'doc', content: [{ type: 'paragraph' }] };

const refusePictures = () => toast.info(uiMessages.t('noPictures'));

const same = (a: RichText | undefined, b: RichText | undefined) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Edits formatted text in place. It shows what it is given: text that changes from outside comes in under the
 * cursor.
 */
export function Editor({
  value,
  onChange,
  label,
  placeholder = '',
  isInvalid = false,
  errorId,
  onPictures,
  onFiles,
  isLight = false,
  people,
  onSend,
  takesFocus = false,
}: EditorProps) {
  const t = useMessages(uiMessages);
  const latest = useRef(onChange);
  latest.current = onChange;
  const takePictures = useRef<OnPictures>(refusePictures);
  takePictures.current = onPictures ?? refusePictures;
  const takeFiles = useRef(onFiles);
  takeFiles.current = onFiles;
  const frame = useRef<HTMLDivElement>(null);
  const mentions = useMentions(people, frame);
  const emojis = useEmojis(frame);
  const send = useRef(onSend);
  send.current = onSend;
  const [isSaid] = useState(onSend !== undefined);
  const content = useMemo(() => editable(value, schema), [value]);
  const editor = useEditor({
    extensions: [
      ...extensions(placeholder, mentions.suggestion),
      ...(isSaid ? [sendKey(() => send.current?.()), emojiTyping(emojis.suggestion)] : []),
    ],
    autofocus: (isSaid || takesFocus) && matchMedia('(pointer: fine)').matches ? 'end' : false,
    content: content ?? empty,
    // The rules that the editor needs stand in our style sheet: a style tag would need the page's nonce.
    injectCSS: false,
    editorProps: {
      ...pasting(
        {
          onPictures: (pictures) => takePictures.current(pictures),
          onLeft: () =>
            takePictures.current === refusePictures
              ? refusePictures()
              : toast.info(uiMessages.t('leftPictures')),
        },
        () => takeFiles.current,
      ),
      attributes: {
        'aria-label': label,
        'aria-multiline': 'true',
        role: 'textbox',
        class: css.text!,
        ...(isInvalid && { 'aria-invalid': 'true' }),
        ...(errorId && { 'aria-describedby': errorId }),
      },
    },
    onUpdate: ({ editor: changed }) => {
      const next = changed.getJSON() as RichText;
      latest.current(isBlank(next) ? undefined : next);
    },
  });
  // Before the next key arrives: whoever types into a text has seen it.
  useLayoutEffect(() => {
    if (!editor || editor.isDestroyed) return;
    const shown = editor.getJSON() as RichText;
    if (same(isBlank(shown) ? undefined : shown, content ?? undefined)) return;
    editor.view.dispatch(incoming(editor.state, editor.schema.nodeFromJSON(content ?? empty)));
  }, [editor, content]);
  return (
    <div className={css.frame} ref={frame}>
      <RichTextEditor
        editor={editor}
        withTypographyStyles={false}
        withCodeHighlightStyles={false}
        classNames={{
          root: `${css.editor} ${isSaid ? css.said : isLight ? css.light : ''}`,
          toolbar: css.toolbar!,
        }}
        labels={{
          boldControlLabel: t('bold'),
          italicControlLabel: t('italic'),
          strikeControlLabel: t('strike'),
          h2ControlLabel: t('heading'),
          bulletListControlLabel: t('bulletList'),
          orderedListControlLabel: t('orderedList'),
          blockquoteControlLabel: t('quote'),
          codeBlockControlLabel: t('codeBlock'),
        }}
      >
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            {!isLight && <RichTextEditor.Strikethrough />}
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            {!isLight && <RichTextEditor.H2 />}
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            {!isLight && <RichTextEditor.Blockquote />}
            {(!isLight || isSaid) && <RichTextEditor.CodeBlock />}
          </RichTextEditor.ControlsGroup>
          <LinkControl editor={editor} />
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
      {mentions.list}
      {emojis.list}
    </div>
  );
}
