import { budgetId } from '@kontor/contract/nouns/budget';
import { formatDuration, formatMoney } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { useCurrency } from '../../platform/workspace/currency.ts';
import { useIsLoaded } from '../../platform/workspace/loaded.ts';
import { useRecord } from '../../platform/workspace/workspace.ts';
import { BurnChart } from './burnChart.tsx';
import { effortMessages } from './messages.ts';
import { useBurn, useMoneyBurn } from './queries.ts';

interface BurnsProps {
  projectId: string;
  /** Minutes. */
  timeBudget: number | undefined;
}

/** Shows how a project's hours grew and, to admins, the value of the work where there is a budget in money. */
export function Burns({ projectId, timeBudget }: BurnsProps) {
  const t = useMessages(effortMessages);
  const seesMoney = useCan('budget.update');
  const budget = useRecord('budget', budgetId(projectId))?.value;
  const burn = useBurn(projectId);
  return (
    <>
      {/* One week, or less than a minute, is no course. */}
      {burn.length > 1 && burn.at(-1)!.total > 0 && (
        <BurnChart title={t('burn')} weeks={burn} budget={timeBudget} write={formatDuration} />
      )}
      {seesMoney && Boolean(budget) && <MoneyBurn projectId={projectId} budget={budget!} />}
    </>
  );
}

interface MoneyBurnProps {
  projectId: string;
  /** Cents. */
  budget: number;
}

function MoneyBurn({ projectId, budget }: MoneyBurnProps) {
  const t = useMessages(effortMessages);
  const currency = useCurrency();
  const weeks = useMoneyBurn(projectId);
  // What was worked lies with the hours of everybody. The place of the bars is kept until they are here.
  const isHere = useIsLoaded();
  const write = (cents: number) => formatMoney(cents, currency);
  // One week, or work without a rate, is no course.
  if (isHere && (weeks.length < 2 || weeks.at(-1)!.total === 0)) return undefined;
  return <BurnChart title={t('burnMoney')} weeks={isHere ? weeks : []} budget={budget} write={write} />;
}
