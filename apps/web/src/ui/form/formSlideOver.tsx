import { Button } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';
import { shortcutLabel } from '../../platform/shortcuts.ts';
import { MoreComes } from '../loading.tsx';
import { SlideOver, type SlideOverProps } from '../overlay/slideOver.tsx';
import type { ConflictWords } from './conflicts.tsx';
import { Form } from './form.tsx';
import type { FormState } from './useForm.ts';

interface FormSlideOverProps<V extends object>
  extends Omit<SlideOverProps, 'footer' | 'form'>,
    ConflictWords<V> {
  form: FormState<V>;
  /** The verb on the button. */
  action: string;
  /** From the form's `submit`. */
  onSubmit: (event?: SyntheticEvent) => void;
  /** False as long as it cannot be sent, since what it follows from is not here yet: its button loads. */
  isReady?: boolean;
  /** More that can be done, before that button. */
  also?: ReactNode;
  children: ReactNode;
}

/** Shows a slide-over that is one form. */
export function FormSlideOver<V extends object>(props: FormSlideOverProps<V>) {
  const { form, action, isReady = true, also, labelOf, show, children, ...sheet } = props;
  const onSubmit = (event?: SyntheticEvent) => {
    if (isReady) props.onSubmit(event);
    else event?.preventDefault();
  };
  return (
    <SlideOver
      {...sheet}
      form={form}
      footer={
        <>
          {also}
          {!isReady && <MoreComes />}
          <Button
            onClick={() => onSubmit()}
            loading={form.isSaving || !isReady}
            title={shortcutLabel('mod+enter')}
          >
            {action}
          </Button>
        </>
      }
    >
      <Form form={form} onSubmit={onSubmit} labelOf={labelOf} show={show}>
        {children}
        {/* Its own stands outside the form: Enter in a line needs one inside. */}
        <button type="submit" hidden />
      </Form>
    </SlideOver>
  );
}
