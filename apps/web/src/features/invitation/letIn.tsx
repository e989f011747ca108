import type { SentInvitation } from '@kontor/contract/wire/invitation';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { SixWordsDialog } from '../../ui/overlay/sixWordsDialog.tsx';
import { invitationMessages } from './messages.ts';

interface LetInProps {
  sent: SentInvitation & { waiting: NonNullable<SentInvitation['waiting']> };
  close: () => void;
}

/** Takes in somebody who came without the link, for the six words that they read out, and not by a click. */
export function LetIn({ sent: { id, email, waiting }, close }: LetInProps) {
  const t = useMessages(invitationMessages);
  return (
    <SixWordsDialog
      title={t('letInTitle', { email })}
      body={t('letInBody', { email })}
      action={t('letIn')}
      failed={t('letInFailed', { email })}
      send={async (words) => {
        const team = await currentWorkspace().records.team();
        await team.confirm({ type: 'unlock', userId: id, cert: waiting.cert }, words);
      }}
      onDone={() => toast.success(t('letInDone', { email }))}
      close={close}
    />
  );
}
