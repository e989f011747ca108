import { Input } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { EditorProps } from './editor.tsx';
import css from './richText.module.css';

const Editor = lazy(async () => ({ default: (await import('./editor.tsx')).Editor }));

/** A field for formatted text, with its label above it. */
export function RichTextInput({ error, ...props }: EditorProps & { error?: string | undefined }) {
  return (
    <Input.Wrapper label={props.label} labelElement="div" error={error}>
      <Suspense fallback={<div className={css.waiting} />}>
        <Editor {...props} />
      </Suspense>
    </Input.Wrapper>
  );
}
