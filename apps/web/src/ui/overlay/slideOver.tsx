import { Anchor, Drawer, Group, Text } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { ContentBoundary } from '../list/contentBoundary.tsx';
import { uiMessages } from '../messages.ts';
import { useCloseOnBack } from './closeOnBack.ts';
import { mayDiscard } from './mayDiscard.ts';
import { useReturnFocus } from './returnFocus.ts';
import css from './slideOver.module.css';
import { useUnfocusedKeys } from './unfocusedKeys.ts';

export interface SlideOverProps {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** False: the page shows it without changing its address. */
  hasAddress?: boolean;
  /** Buttons at the foot, the main one last. */
  footer?: ReactNode;
  /** The form that it is: asks before something would be lost, and says when it brought something back. */
  form?: { leave: () => boolean; dirty: boolean; restored: boolean; clear: () => void };
}

/** Shows a sheet from the right, 480 px, the full width on a phone. `Esc` asks only when something would be lost. */
export function SlideOver({ title, onClose, children, hasAddress = true, footer, form }: SlideOverProps) {
  const t = useMessages(uiMessages);
  const content = useRef<HTMLDivElement>(null);
  useReturnFocus();
  const close = async () => {
    // What is edited in place is stored by leaving it.
    if (form && !form.leave()) {
      if (!(await mayDiscard())) return;
      form.clear();
    }
    onClose();
  };
  useCloseOnBack(() => void close(), !hasAddress);
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    // An open list or menu marks its field and takes the key for itself.
    const isTaken = (event.target as HTMLElement).dataset.mantineStopPropagation === 'true';
    if (event.key === 'Escape' && !event.nativeEvent.isComposing && !isTaken) void close();
  };
  useUnfocusedKeys(content, ({ key }) => {
    if (key === 'Escape') void close();
  });
  return (
    <Drawer
      opened
      // Its own listener hears the key that closes the question, too; what bubbles here was pressed in here.
      closeOnEscape={false}
      onKeyDown={onKey}
      onClose={() => void close()}
      position="right"
      size={480}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{
        inner: css.inner,
        overlay: css.overlay,
        content: css.content,
        header: css.header,
        title: css.title,
        close: css.close,
        body: css.body,
      }}
    >
      {form?.restored && form.dirty && (
        <Group className={css.restored} gap="sm">
          <Text size="sm">{t('restored')}</Text>
          <Anchor component="button" type="button" onClick={form.clear}>
            {t('startAnew')}
          </Anchor>
        </Group>
      )}
      <div ref={content} className={css.scroll}>
        <ContentBoundary>{children}</ContentBoundary>
      </div>
      {footer && <div className={css.footer}>{footer}</div>}
    </Drawer>
  );
}
