import type { KeyCert } from '@kontor/contract/wire/keyCert';
import { useMessages } from '../../../platform/text/messages.ts';
import { toast } from '../../../platform/toasts.tsx';
import { calls } from '../../../platform/workspace/calls.ts';
import { currentWorkspace } from '../../../platform/workspace/workspace.ts';
import { SixWordsDialog } from '../../../ui/overlay/sixWordsDialog.tsx';
import { lockedKey } from './locked.ts';
import { recoveryMessages } from './messages.ts';

interface UnlockMemberProps {
  userId: string;
  /** As the list of people calls them. */
  name: string;
  cert: KeyCert;
  close: () => void;
}

/** Unlocks somebody for the six words that they read out, and not by a click. */
export function UnlockMember({ userId, name, cert, close }: UnlockMemberProps) {
  const t = useMessages(recoveryMessages);
  return (
    <SixWordsDialog
      title={t('unlockMemberTitle', { name })}
      body={t('unlockMemberBody', { name })}
      action={t('unlockMember')}
      failed={t('unlockFailed')}
      send={async (words) => {
        const team = await currentWorkspace().records.team();
        await team.confirm({ type: 'unlock', userId, cert }, words);
      }}
      onDone={() => {
        toast.success(t('memberUnlocked', { name }));
        void calls.invalidateQueries({ queryKey: lockedKey });
      }}
      close={close}
    />
  );
}
