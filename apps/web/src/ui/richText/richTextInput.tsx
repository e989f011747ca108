import type { RichText } from '@kontor/contract/entity/field';
import { Input } from '@mantine/core';
import { Suspense, useId } from 'react';
import type { FieldProps } from '../form/useForm.ts';
import { Later } from '../later.tsx';
import { lazyPart } from '../lazyPart.tsx';
import type { People } from '../person/people.tsx';
import type { OnFiles, OnPictures } from './paste.ts';
import { lingerWhilePressed } from './pressed.ts';
import css from './richText.module.css';
import { RichTextView } from './richTextView.tsx';

const Editor = lazyPart(async () => (await import('./editor.tsx')).Editor);

interface RichTextInputProps extends FieldProps<RichText | undefined> {
  label: string;
  placeholder?: string;
  /** Takes pictures that are pasted; without, they are refused in words. */
  onPictures?: OnPictures | undefined;
  /** Takes files that are pasted; those that are dropped are the page's. */
  onFiles?: OnFiles | undefined;
  /** Of a short text: lower, with a small bar, its label for those who cannot see. */
  isLight?: boolean;
  /** The people whom `@` offers. */
  people?: People;
  /** Of something said, which Enter sends. */
  onSend?: () => void;
  /** Somebody just opened it, to write in it. */
  takesFocus?: boolean;
}

/** Shows a field for formatted text, with its label above it. */
export function RichTextInput({
  label,
  error,
  value,
  onChange,
  onBlur,
  placeholder,
  onPictures,
  onFiles,
  isLight = false,
  people,
  onSend,
  takesFocus = false,
}: RichTextInputProps) {
  const errorId = useId();
  const waiting = (
    <fieldset className={isLight ? css.waitingLight : css.waiting} aria-label={label} aria-busy>
      {value && <RichTextView value={value} />}
    </fieldset>
  );
  const editor = (
    <Editor
      label={label}
      placeholder={placeholder}
      value={value}
      isInvalid={error !== undefined}
      errorId={error === undefined ? undefined : errorId}
      onChange={onChange}
      onPictures={onPictures}
      onFiles={onFiles}
      isLight={isLight}
      people={people}
      onSend={onSend}
      takesFocus={takesFocus}
    />
  );
  return (
    <Input.Wrapper
      label={isLight ? undefined : label}
      labelElement="div"
      error={error}
      errorProps={{ id: errorId, role: 'alert' }}
      // The bar belongs to the editor: going there does not leave it.
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        lingerWhilePressed(event.currentTarget);
        onBlur();
      }}
    >
      <Suspense fallback={waiting}>
        {/* Of a long text the text comes first; into a short one people write at once. */}
        {isLight ? editor : <Later fallback={waiting}>{editor}</Later>}
      </Suspense>
    </Input.Wrapper>
  );
}
