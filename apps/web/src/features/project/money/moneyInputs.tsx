import type { Currency } from '@kontor/contract/text/currency';
import { ActionIcon, Button, Input, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { DayInput } from '../../../ui/form/dayInput.tsx';
import type { FormState } from '../../../ui/form/useForm.ts';
import { Icon } from '../../../ui/icon.tsx';
import { keepFocus } from '../../../ui/list/keepFocus.ts';
import type { People } from '../../../ui/person/people.tsx';
import { projectMessages } from '../messages.ts';
import css from './money.module.css';
import { type MoneyValues, type RateLine, rateName } from './moneyFields.ts';

interface MoneyInputsProps {
  form: Pick<FormState<MoneyValues>, 'values' | 'field' | 'set'>;
  memberIds: readonly string[];
  people: People;
  currency: Currency;
}

interface RateInputsProps {
  name: string;
  userId: string;
  lines: readonly RateLine[];
  currency: Currency;
  onChange: (lines: RateLine[]) => void;
}

/** A field whose error stands below the whole list. */
const plain = { error: undefined, 'aria-invalid': undefined, onBlur: () => undefined };

const blank = (userId: string): RateLine => ({ id: `new ${userId}`, userId, rate: '', from: '' });

/**
 * Shows one person's rates: the first one counts from the beginning or from a day on, each other one from its day on.
 */
function RateInputs({ name, userId, lines, currency, onChange }: RateInputsProps) {
  const t = useMessages(projectMessages);
  const shown = lines.length > 0 ? lines : [blank(userId)];
  const put = (at: number, part: Partial<RateLine>) =>
    onChange(shown.map((line, i) => (i === at ? { ...line, ...part } : line)));
  return (
    <li className={css.person}>
      <Text size="sm" className={css.name!}>
        {name}
      </Text>
      {shown.map((line, at) => (
        <div key={line.id} className={css.line}>
          <TextInput
            className={css.rate!}
            aria-label={t('rateOf', { name })}
            placeholder={t('noRate')}
            rightSection={<span className={css.unit}>{currency}</span>}
            rightSectionWidth={48}
            inputMode="decimal"
            value={line.rate}
            onChange={(event) => put(at, { rate: event.currentTarget.value })}
          />
          <div className={css.from}>
            <DayInput
              {...plain}
              name={`from ${line.id}`}
              label={t('rateFromOf', { name })}
              isBare
              placeholder={t('rateSinceEver')}
              value={line.from}
              onChange={(from) => put(at, { from: String(from) })}
            />
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('removeRate', { name })}
            disabled={lines.length === 0}
            onClick={() => {
              keepFocus();
              onChange(lines.filter((_, i) => i !== at));
            }}
          >
            <Icon of={IconX} size={16} />
          </ActionIcon>
        </div>
      ))}
      {lines.some(({ rate }) => rate.trim()) && (
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<Icon of={IconPlus} size={14} />}
          onClick={() => onChange([...shown, { ...blank(userId), id: crypto.randomUUID(), from: '' }])}
        >
          {t('otherRate')}
        </Button>
      )}
    </li>
  );
}

/** Shows the budget of a project in money and its hourly rates. */
export function MoneyInputs({ form, memberIds, people, currency }: MoneyInputsProps) {
  const t = useMessages(projectMessages);
  const { rates } = form.values;
  const { error } = form.field('rates');
  // Whoever has a rate keeps their line, member or not any more.
  const named = [...memberIds, ...rates.map(({ userId }) => userId)].filter((id) => id !== '');
  const userIds = [...new Set(named), ''];
  const setLines = (userId: string, lines: RateLine[]) =>
    form.set({ rates: [...rates.filter((line) => line.userId !== userId), ...lines] });
  return (
    <>
      <TextInput
        label={t('budgetValue')}
        description={t('moneyReadBy')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rightSection={<span className={css.unit}>{currency}</span>}
        rightSectionWidth={48}
        inputMode="decimal"
        {...form.field('budgetValue')}
      />
      <Input.Wrapper label={t('rates')} labelElement="div" error={error} role="group" aria-label={t('rates')}>
        <ul className={css.people}>
          {userIds.map((userId) => (
            <RateInputs
              key={userId}
              name={rateName(userId, people)}
              userId={userId}
              lines={rates.filter((line) => line.userId === userId)}
              currency={currency}
              onChange={(lines) => setLines(userId, lines)}
            />
          ))}
        </ul>
      </Input.Wrapper>
    </>
  );
}

interface DefaultRateInputsProps
  extends Pick<RateInputsProps, 'name' | 'userId' | 'lines' | 'currency' | 'onChange'> {
  error: ReactNode;
}

/** Returns such rates in words, one a line. */
export const defaultRateText = (rates: readonly RateLine[]): string =>
  rates.map(({ rate, from }) => [rate, from].join(' ').trim()).join('\n');

/** Shows the rates that somebody has in every project without one of its own. */
export function DefaultRateInputs({ error, ...rates }: DefaultRateInputsProps) {
  const t = useMessages(projectMessages);
  return (
    <Input.Wrapper
      label={t('defaultRate')}
      description={t('defaultRateHint')}
      labelElement="div"
      error={error}
      role="group"
      aria-label={t('defaultRate')}
    >
      <ul className={css.people}>
        <RateInputs {...rates} />
      </ul>
    </Input.Wrapper>
  );
}
