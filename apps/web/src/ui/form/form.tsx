import { Box } from '@mantine/core';
import type { ComponentProps, ReactNode, SyntheticEvent } from 'react';
import { Conflicts, type ConflictWords } from './conflicts.tsx';
import { onSubmitKey } from './submitKey.ts';
import type { FormState } from './useForm.ts';

interface FormProps<V extends object>
  extends Omit<ComponentProps<'form'>, 'onSubmit' | 'form' | 'ref'>,
    ConflictWords<V> {
  form: FormState<V>;
  /** From the form's `submit`. */
  onSubmit: (event?: SyntheticEvent) => void;
  children: ReactNode;
}

/** Shows the element around a form's fields: Enter in a line and `Ctrl/Cmd Enter` anywhere send it. */
export function Form<V extends object>({
  form,
  onSubmit,
  labelOf,
  show,
  children,
  ...element
}: FormProps<V>) {
  return (
    <form
      {...element}
      ref={form.ref}
      noValidate
      onSubmit={onSubmit}
      onKeyDownCapture={onSubmitKey(() => onSubmit())}
    >
      {form.conflicts.length > 0 && (
        <Box mb="lg">
          <Conflicts form={form} labelOf={labelOf} show={show} />
        </Box>
      )}
      {children}
    </form>
  );
}
