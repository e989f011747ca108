import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { retryParts } from '../lazyPart.tsx';
import { uiMessages } from '../messages.ts';
import { LoadFailed } from './loadFailed.tsx';

interface ContentBoundaryProps {
  /** The record whose content it is; another version of it is tried anew. */
  of?: object;
  children: ReactNode;
}

/**
 * Keeps what cannot be drawn of one record to its own place, so that the page around it stands, and with it what can be
 * done with the record.
 */
export const ContentBoundary = ({ of, children }: ContentBoundaryProps) => (
  <CatchBoundary getResetKey={() => of} errorComponent={NotShown}>
    {children}
  </CatchBoundary>
);

function NotShown({ reset }: { reset: () => void }) {
  const t = useMessages(uiMessages);
  const retry = () => {
    retryParts();
    reset();
  };
  return <LoadFailed text={t('notShown')} onRetry={retry} />;
}
