import type { RichText } from '@kontor/contract/entity/field';
import { type Message, message as messageNoun } from '@kontor/contract/nouns/message';
import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { entityFields } from '../../../ui/form/entityFields.ts';
import { Form } from '../../../ui/form/form.tsx';
import { formMessages } from '../../../ui/form/messages.ts';
import { useForm } from '../../../ui/form/useForm.ts';
import { mayDiscard } from '../../../ui/overlay/mayDiscard.ts';
import type { People } from '../../../ui/person/people.tsx';
import { RichTextInput } from '../../../ui/richText/richTextInput.tsx';
import { roomMessages } from '../messages.ts';
import { editMessage } from './actions.ts';

const described = entityFields(messageNoun, ['content']);

interface MessageFormProps {
  message: Message;
  /** The name under which what is typed outlives the form. */
  draft: string;
  readers: People;
  onClose: () => void;
}

/** Edits one's message in place: Enter saves, Esc and Cancel leave it as it was, and ask before what was typed goes. */
export function MessageForm({ message, draft, readers, onClose }: MessageFormProps) {
  const t = useMessages(roomMessages);
  const form = useForm<{ content: RichText | undefined }>({
    stored: { content: message.content },
    errors: ({ content }) =>
      content
        ? described.errors({ content })
        : message.files.length === 0
          ? { content: formMessages.t('notEmpty') }
          : {},
    draft,
  });
  const close = () => {
    form.clear();
    onClose();
  };
  const askToClose = async () => {
    if (form.leave()) onClose();
    else if (await mayDiscard()) close();
  };
  const save = form.submit(({ content }, changes) => {
    if ('content' in changes && !editMessage(message, content, readers)) return false;
    close();
    return false;
  });
  const root = useRef<HTMLDivElement>(null);
  // Whole in view once the list knows its height, as it is taller than what it replaces; not where it comes back out of view.
  useEffect(() => {
    const form = root.current!;
    const list = form.closest('[role="log"]')!;
    const rows = list.firstElementChild!;
    const before = rows.clientHeight;
    const observer = new ResizeObserver(() => {
      if (rows.clientHeight === before) return;
      observer.disconnect();
      if (overlap(form, list)) form.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(rows);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={root}>
      <Form
        form={form}
        onSubmit={save}
        labelOf={() => t('message')}
        onKeyDown={({ key, nativeEvent }) => {
          // A key that ends a composed letter is none of the form's.
          if (key === 'Escape' && !nativeEvent.isComposing) void askToClose();
        }}
      >
        <RichTextInput
          label={t('message')}
          isLight
          people={readers}
          onSend={() => save()}
          {...form.field('content')}
        />
        <Group gap="sm" mt="xs" justify="flex-end">
          <Button variant="subtle" size="compact-sm" onClick={() => void askToClose()}>
            {t('cancel')}
          </Button>
          <Button type="submit" size="compact-sm">
            {t('save')}
          </Button>
        </Group>
      </Form>
    </div>
  );
}

function overlap(one: Element, other: Element): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.top < b.bottom && b.top < a.bottom;
}
