import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import { useCloseOnBack } from './closeOnBack.ts';
import { useReturnFocus } from './returnFocus.ts';

interface DialogProps {
  title: string;
  /** That of Mantine's modal; `md` by default. */
  size?: 'md' | 'lg';
  /** True while something lies over it that `Esc` closes first. */
  isCovered?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Shows a small window over the page; `Esc` closes it, and what opened it has the focus again. */
export function Dialog({ title, size = 'md', isCovered = false, onClose, children }: DialogProps) {
  const t = useMessages(uiMessages);
  useReturnFocus();
  useCloseOnBack(onClose);
  return (
    <Modal
      opened
      closeOnEscape={!isCovered}
      onClose={onClose}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  );
}
