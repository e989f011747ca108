import { monthAddendum } from '@kontor/contract/nouns/month';
import { TextInput } from '@mantine/core';
import { useMessages } from '../../../platform/text/messages.ts';
import { monthMessages } from './messages.ts';

/** The values of a form whose thing may lie in a closed month. */
export interface Reasoned {
  reason: string;
}

interface ReasonInputProps {
  /** The closed month, by its name. */
  month: string;
  value: string;
  onChange: (reason: string) => void;
  isMissing: boolean;
}

/** Takes the reason for a change of a closed month. */
export function ReasonInput({ month, value, onChange, isMissing }: ReasonInputProps) {
  const t = useMessages(monthMessages);
  return (
    <TextInput
      label={t('reason')}
      description={t('reasonHint', { month })}
      error={isMissing && t('needsReason')}
      maxLength={monthAddendum.sealed.reason.maxLength}
      withAsterisk
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
