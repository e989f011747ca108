import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { shortcutLabel } from '../../platform/shortcuts.ts';
import { SlideOver, type SlideOverProps } from '../overlay/slideOver.tsx';
import { goToFault } from './focusFirstError.ts';
import { onSubmitKey } from './submitKey.ts';

interface FormSlideOverProps extends Omit<SlideOverProps, 'footer'> {
  /** The verb on the button. */
  action: string;
  /** Saves, or says in the fields what is wrong: the first of them gets the focus. */
  onSave: () => void;
  isSaving?: boolean;
  /** More that can be done, before that button. */
  also?: ReactNode;
  children: ReactNode;
}

/** A slide-over that is one form: Enter in a line and `Ctrl/Cmd Enter` anywhere save it. */
export function FormSlideOver({
  action,
  onSave,
  isSaving = false,
  also,
  children,
  ...sheet
}: FormSlideOverProps) {
  const form = useRef<HTMLFormElement>(null);
  const save = () => {
    onSave();
    if (form.current) goToFault(form.current);
  };
  return (
    <SlideOver
      {...sheet}
      footer={
        <>
          {also}
          <Button onClick={save} loading={isSaving} title={shortcutLabel('mod+enter')}>
            {action}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
        onKeyDownCapture={onSubmitKey(save)}
      >
        {children}
        <button type="submit" hidden />
      </form>
    </SlideOver>
  );
}
