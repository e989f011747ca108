import { Button, Group, Popover, TextInput } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconLink } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../platform/messages.ts';
import { Icon } from '../icon.tsx';
import { uiMessages } from '../messages.ts';
import css from './richText.module.css';
import { completeUrl } from './safeUrl.ts';

/** Sets, changes and takes away the link under the selection; says so when the address is none. */
export function LinkControl({ editor }: { editor: Editor | null }) {
  const t = useMessages(uiMessages);
  const [typed, setTyped] = useState<string>();
  const [invalid, setInvalid] = useState(false);
  if (!editor) return null;
  const close = () => {
    setTyped(undefined);
    setInvalid(false);
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const chain = editor.chain().focus().extendMarkRange('link');
    if (!typed?.trim()) chain.unsetLink().run();
    else {
      const href = completeUrl(typed);
      if (!href) return setInvalid(true);
      if (editor.state.selection.empty && !editor.isActive('link'))
        chain
          .insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] })
          .run();
      else chain.setLink({ href }).run();
    }
    close();
  };
  return (
    <Popover
      opened={typed !== undefined}
      onChange={(open) => !open && close()}
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={t('link')}
          title={t('link')}
          active={editor.isActive('link')}
          onClick={() => setTyped(String(editor.getAttributes('link').href ?? ''))}
        >
          <Icon of={IconLink} size={16} />
        </RichTextEditor.Control>
      </Popover.Target>
      {/* The key that closes it must not close the form around it too. */}
      <Popover.Dropdown
        className={css.link!}
        onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      >
        <form onSubmit={apply} noValidate>
          <Group gap="sm" align="flex-start" wrap="nowrap">
            <TextInput
              className={css.address!}
              aria-label={t('linkAddress')}
              placeholder="https://"
              value={typed ?? ''}
              error={invalid && t('invalidUrl')}
              onChange={(event) => setTyped(event.currentTarget.value)}
              data-autofocus
            />
            <Button type="submit" flex="none">
              {typed?.trim() ? t('setLink') : t('removeLink')}
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
