import { budgetId } from '@kontor/contract/nouns/budget';
import type { HourlyRate } from '@kontor/contract/nouns/hourlyRate';
import { formatMoney } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { useCurrency } from '../../../platform/workspace/currency.ts';
import { useRecord, useWhere } from '../../../platform/workspace/workspace.ts';
import { RecordConflicts } from '../../../ui/form/recordConflicts.tsx';
import type { People } from '../../../ui/person/people.tsx';
import { projectMessages } from '../messages.ts';
import { rateName } from './moneyFields.ts';

interface RateConflictsProps {
  rates: readonly HourlyRate[];
  people: People;
}

/** Shows what admins wrote over each other in hourly rates. */
export function RateConflicts({ rates, people }: RateConflictsProps) {
  const t = useMessages(projectMessages);
  const currency = useCurrency();
  return rates.map((rate) => {
    const name = rateName(rate.userId, people);
    return (
      <RecordConflicts
        key={rate.id}
        entity="hourlyRate"
        record={rate}
        people={people}
        labelOf={(field) => t(field === 'from' ? 'rateFromOf' : 'rateOf', { name })}
        show={{ rate: (record) => formatMoney(record.rate, currency) }}
      />
    );
  });
}

/** Shows what admins wrote over each other in the budget and the rates of a project. */
export function MoneyConflicts({ projectId, people }: { projectId: string; people: People }) {
  const t = useMessages(projectMessages);
  const currency = useCurrency();
  const budget = useRecord('budget', budgetId(projectId));
  const rates = useWhere('hourlyRate', 'projectId', projectId);
  return (
    <>
      {budget && (
        <RecordConflicts
          entity="budget"
          record={budget}
          people={people}
          labelOf={() => t('budgetValue')}
          show={{ value: ({ value }) => (value === undefined ? '' : formatMoney(value, currency)) }}
        />
      )}
      <RateConflicts rates={rates} people={people} />
    </>
  );
}
