import type { SigningStatus } from '@kontor/client/nouns/signing';
import type { Document } from '@kontor/contract/nouns/document';
import {
  IconArrowBackUp,
  IconCalendarX,
  IconCircleCheck,
  IconCircleX,
  IconSignature,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { useRowStop } from '../../ui/list/inRow.ts';
import { signingMessages } from './messages.ts';
import { useSignaturesPlace } from './places.ts';
import { type JudgedSigning, useSignings } from './queries.ts';
import css from './signing.module.css';
import { shownStatus } from './words.ts';

/** Returns the mark of a document that people are asked to sign; nothing where nobody is. */
export function useSigningMarks(): (document: Pick<Document, 'id' | 'blobId'>) => ReactNode {
  const signings = useSignings();
  const newest = useMemo(() => {
    const oldestFirst = signings.toSorted((a, b) => a.request.createdAt - b.request.createdAt);
    return new Map(oldestFirst.map((each) => [each.request.documentId, each]));
  }, [signings]);
  return ({ id, blobId }) => {
    const signing = newest.get(id);
    return signing && <SigningMark signing={signing} isEarlier={signing.request.blobId !== blobId} />;
  };
}

const icons = {
  waiting: IconSignature,
  finished: IconCircleCheck,
  declined: IconCircleX,
  expired: IconCalendarX,
  withdrawn: IconArrowBackUp,
} as const satisfies Record<SigningStatus, TablerIcon>;

/** Says how far a request is, and the way to it. `isEarlier`: it is about what the document was before. */
function SigningMark({ signing, isEarlier }: { signing: JudgedSigning; isEarlier: boolean }) {
  const t = useMessages(signingMessages);
  const { records } = useWorkspace();
  const { one } = useSignaturesPlace();
  const stop = useRowStop();
  const { request, state, isForMe } = signing;
  const words = shownStatus(signing);
  const label = isEarlier ? t('earlier', { status: words }) : words;
  return (
    <Link
      to={one}
      params={{ workspace: records.id, signing: request.id }}
      className={css.mark}
      data-for-me={isForMe || undefined}
      title={label}
      aria-label={label}
      {...stop}
    >
      <Icon of={icons[state.status]} size={14} />
      <span className={css.markWords}>{label}</span>
      {state.status === 'waiting' && (
        <span className={css.markCount}>{`${state.signed}/${state.signers.length}`}</span>
      )}
    </Link>
  );
}
