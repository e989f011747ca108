import type { RichText } from '@kontor/contract/entity/field';
import { Button, Group } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { Form } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { mayDiscard } from '../../ui/overlay/mayDiscard.ts';
import type { People } from '../../ui/person/people.tsx';
import type { OnPictures } from '../../ui/richText/paste.ts';
import { RichTextInput } from '../../ui/richText/richTextInput.tsx';
import css from './comment.module.css';
import { commentErrors } from './commentFields.ts';
import { commentMessages } from './messages.ts';

interface CommentFormProps {
  label: string;
  placeholder?: string;
  /** The text that is edited. */
  stored?: RichText;
  /** The name under which what is typed outlives its form. */
  draft: string;
  /** The verb on the button. */
  action: string;
  /** The people whom `@` offers. */
  people: People;
  onPictures: OnPictures | undefined;
  /** Returns false after saying that it failed. */
  onSend: (content: RichText) => boolean;
  /** None for the form that is always there. The button and Esc ask first whether what was typed may go. */
  onCancel?: () => void;
}

/** Shows the field in which something is said about a task or file; Ctrl or Cmd and Enter sends it. */
export function CommentForm(props: CommentFormProps) {
  const { label, placeholder, stored, draft, action, people, onPictures, onSend, onCancel } = props;
  const t = useMessages(commentMessages);
  const form = useForm<{ content: RichText | undefined }>({
    stored: { content: stored },
    errors: commentErrors,
    draft,
  });
  const [round, setRound] = useState(0);
  const cancel = () => {
    form.clear();
    setRound(round + 1);
    onCancel?.();
  };
  const send = form.submit(({ content }, changes) => {
    if (content && (!('content' in changes) || onSend(content))) cancel();
    return false;
  });
  const askToCancel = async () => {
    if (form.leave()) onCancel?.();
    else if (await mayDiscard()) cancel();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || !onCancel) return;
    // It closes this form, and not the sheet around it.
    event.stopPropagation();
    void askToCancel();
  };
  const isOpen = form.dirty || onCancel !== undefined;
  const { ref } = form;
  // Its button comes with the first letter, and may lie below what is in view.
  useEffect(() => {
    if (isOpen && ref.current?.contains(document.activeElement))
      ref.current.scrollIntoView({ block: 'nearest' });
  }, [isOpen, ref]);
  return (
    <Form form={form} onSubmit={send} labelOf={() => label} className={css.form!} onKeyDown={onKey}>
      <RichTextInput
        key={round}
        label={label}
        {...(placeholder && { placeholder })}
        isLight
        people={people}
        onPictures={onPictures}
        // Anew after it was sent, too: the field and its button, which had the focus, are others then.
        takesFocus={round > 0 || (onCancel !== undefined && !form.restored)}
        {...form.field('content')}
      />
      {isOpen && (
        <Group gap="sm" mt="xs" justify="flex-end">
          {onCancel && (
            <Button variant="subtle" size="xs" onClick={() => void askToCancel()}>
              {t('cancel')}
            </Button>
          )}
          <Button type="submit" size="xs">
            {action}
          </Button>
        </Group>
      )}
    </Form>
  );
}
