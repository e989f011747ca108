import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import { useCloseOnBackOrEscape } from './closeOnBack.ts';
import { mayDiscard } from './mayDiscard.ts';
import { useReturnFocus } from './returnFocus.ts';

interface DialogProps {
  title: string;
  /** That of Mantine's modal; `md` by default. */
  size?: 'md' | 'lg';
  onClose: () => void;
  /** Tells whether something typed would be lost: closing asks first. */
  isDirty?: () => boolean;
  children: ReactNode;
}

/** Shows a small window over the page; `Esc` closes it, and what opened it has the focus again. */
export function Dialog({ title, size = 'md', onClose, isDirty, children }: DialogProps) {
  const t = useMessages(uiMessages);
  const close = async () => {
    if (!isDirty?.() || (await mayDiscard())) onClose();
  };
  useReturnFocus();
  useCloseOnBackOrEscape(() => void close());
  return (
    <Modal
      opened
      closeOnEscape={false}
      onClose={() => void close()}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  );
}
