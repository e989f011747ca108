import { Modal } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import { useCloseOnBack } from './closeOnBack.ts';
import { mayDiscard } from './mayDiscard.ts';
import { useReturnFocus } from './returnFocus.ts';

interface DialogProps {
  title: string;
  /** That of Mantine's modal; `md` by default. */
  size?: 'md' | 'lg';
  /** True while something lies over it that `Esc` closes first. */
  isCovered?: boolean;
  onClose: () => void;
  /** Tells whether something typed would be lost: closing asks first. */
  isDirty?: () => boolean;
  children: ReactNode;
}

/** Shows a small window over the page; `Esc` closes it, and what opened it has the focus again. */
export function Dialog({ title, size = 'md', isCovered = false, onClose, isDirty, children }: DialogProps) {
  const t = useMessages(uiMessages);
  const isAsking = useRef(false);
  const close = async () => {
    if (isAsking.current) return;
    if (isDirty?.()) {
      isAsking.current = true;
      const may = await mayDiscard();
      // The key that closes the question is heard here, too.
      setTimeout(() => (isAsking.current = false));
      if (!may) return;
    }
    onClose();
  };
  useReturnFocus();
  useCloseOnBack(() => void close());
  return (
    <Modal
      opened
      closeOnEscape={!isCovered}
      onClose={() => void close()}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  );
}
