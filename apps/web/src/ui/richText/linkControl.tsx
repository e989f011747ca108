import { Button, Group, Popover, TextInput } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconLink } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
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
  const isLink = editor.isActive('link');
  const close = () => {
    setTyped(undefined);
    setInvalid(false);
  };
  const apply = () => {
    const text = typed?.trim() ?? '';
    const href = text && completeUrl(text);
    if (text && !href) return setInvalid(true);
    // Begun only now: a chain takes the focus to the text even when it is not run.
    const chain = editor.chain().focus().extendMarkRange('link');
    if (!href) chain.unsetLink().run();
    else if (editor.state.selection.empty && !isLink)
      chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    close();
  };
  // No form of its own: it may stand in one, and a form inside another reloads the page when it is sent.
  const onKeyDown = (event: KeyboardEvent) => {
    // The key that closes it must not close the form around it too.
    if (event.key === 'Escape') event.stopPropagation();
    if (event.nativeEvent.isComposing || event.key !== 'Enter') return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    event.stopPropagation();
    apply();
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
          active={isLink}
          onClick={() => setTyped(String(editor.getAttributes('link').href ?? ''))}
        >
          <Icon of={IconLink} size={16} />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown className={css.link!} onKeyDown={onKeyDown}>
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <TextInput
            className={css.address!}
            aria-label={t('linkAddress')}
            placeholder="https://"
            value={typed ?? ''}
            error={invalid && t('invalidUrl')}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setInvalid(false);
            }}
            data-autofocus
          />
          <Button flex="none" disabled={!typed?.trim() && !isLink} onClick={apply}>
            {isLink && !typed?.trim() ? t('removeLink') : t('setLink')}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
