import { projectMessages } from '../../features/project/messages.ts';
import type { RateLine } from '../../features/project/money/moneyFields.ts';
import { defaultRateText } from '../../features/project/money/moneyInputs.tsx';
import type { MemberValues } from '../../features/team/memberFields.ts';
import { personnelLabel, personnelWords } from '../../features/team/personnel/personnelInputs.tsx';
import { LeftDraft } from '../../ui/form/leftDraft.tsx';

/** The fields of somebody's place, which are chosen and not typed. */
const place = ['role', 'status', 'customerId'];

interface LeftPersonnelProps {
  userId: string;
  /** The forms that are gone: of somebody who works here, and of somebody who has left. */
  of: readonly ('member' | 'former')[];
}

/** Shows what was typed into a personnel file whose form is gone. */
export function LeftPersonnel({ userId, of }: LeftPersonnelProps) {
  return (
    <LeftDraft<MemberValues & { rates: RateLine[] }>
      draft={of.map((form) => `${form} ${userId}`)}
      labelOf={(name) => (name === 'rates' ? projectMessages.t('defaultRate') : personnelLabel(name))}
      omit={[...Object.keys(personnelWords.show), ...place]}
      show={{ rates: defaultRateText }}
    />
  );
}
