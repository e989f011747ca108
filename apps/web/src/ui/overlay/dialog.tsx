import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import { useReturnFocus } from './returnFocus.ts';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A small window over the page; `Esc` closes it, and what opened it has the focus again. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const t = useMessages(uiMessages);
  useReturnFocus();
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      {children}
    </Modal>
  );
}
