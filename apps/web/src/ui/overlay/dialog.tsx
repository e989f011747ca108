import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A small window over the page; `Esc` closes it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const t = useMessages(uiMessages);
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      {children}
    </Modal>
  );
}
