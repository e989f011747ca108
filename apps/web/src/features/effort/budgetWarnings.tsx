import { budgetId } from '@kontor/contract/nouns/budget';
import { Alert } from '@mantine/core';
import { formatDuration, formatMoney } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { tryAct } from '../../platform/tryAct.ts';
import { useCurrency } from '../../platform/workspace/currency.ts';
import { useWasLoaded } from '../../platform/workspace/loaded.ts';
import { useCollection } from '../../platform/workspace/views.ts';
import { useAll, useRead, useWorkspace } from '../../platform/workspace/workspace.ts';
import { TextLink } from '../../ui/nav/link.tsx';
import { levelOf } from './budgetLevel.ts';
import { effortMessages } from './messages.ts';
import { useEarnedSums, useEffortSums } from './queries.ts';
import { centsOf } from './sums.ts';

const msPerMinute = 60_000;

/** One budget of a project of which a level was reached. */
interface Warning {
  projectId: string;
  name: string;
  kind: 'hours' | 'money';
  level: number;
  /** Minutes or cents. */
  budget: number;
  text: string;
}

/** Returns what was not said to this person yet of the running projects' budgets, or of one project's. */
function useWarnings(only: string | undefined): Warning[] {
  const t = useMessages(effortMessages);
  const currency = useCurrency();
  const projects = useAll('project');
  const budgets = useAll('budget');
  const said = useAll('budgetWarning');
  const tracked = useCollection('effort').sums(useEffortSums().byProject);
  const earned = useEarnedSums();
  // What was said of a lower budget was not said of this one.
  const saidOf = ({ projectId, kind, budget }: Warning) =>
    Math.max(
      0,
      ...said
        .filter((each) => each.projectId === projectId && (each[`${kind}Budget`] ?? 0) >= budget)
        .map((each) => each[kind]),
    );
  // Renders again where one of them is counted anew: their total stays where work moves between projects.
  useRead(tracked, (sums) => (only ? sums.of(only) : projects.map(({ id }) => sums.of(id).time).join()));
  useRead(earned, (sums) => (only ? sums.of(only) : projects.map(({ id }) => sums.of(id).earned).join()));
  return projects
    .flatMap(({ id, name, timeBudget, archivedAt }): Warning[] => {
      if (archivedAt !== undefined || (only !== undefined && id !== only)) return [];
      const minutes = Math.round(tracked.of(id).time / msPerMinute);
      const cents = centsOf(earned.of(id).earned);
      const money = budgets.find((each) => each.id === budgetId(id))?.value;
      const hoursText = { used: formatDuration(minutes), budget: formatDuration(timeBudget ?? 0) };
      const moneyText = { used: formatMoney(cents, currency), budget: formatMoney(money ?? 0, currency) };
      const of = { projectId: id, name };
      const found: Warning[] = [
        {
          ...of,
          kind: 'hours',
          level: levelOf(minutes, timeBudget),
          budget: timeBudget ?? 0,
          text: t('hoursUsed', hoursText),
        },
        {
          ...of,
          kind: 'money',
          level: levelOf(cents, money),
          budget: money ?? 0,
          text: t('moneyUsed', moneyText),
        },
      ];
      return found.filter((warning) => warning.level > saidOf(warning));
    })
    .sort((a, b) => b.level - a.level);
}

interface BudgetWarningsProps {
  workspace: string;
  /** Of all that run unless told. */
  projectId?: string;
}

/** Says once to each person that 80 %, and then all, of a project's budget is used; anew of one that was raised. */
export function BudgetWarnings({ workspace, projectId }: BudgetWarningsProps) {
  const t = useMessages(effortMessages);
  const { records } = useWorkspace();
  const warnings = useWarnings(projectId);
  // Who closes it is told no more of what comes behind. It stays while a project that was shared since is on its way.
  if (!useWasLoaded() || warnings.length === 0) return null;
  const close = ({ projectId: id, kind, level, budget }: Warning) => {
    const told = { [kind]: level, [`${kind}Budget`]: budget };
    const [before] = records.collections.budgetWarning.where('projectId', id);
    if (before) records.update('budgetWarning', before.id, told);
    else
      records.create('budgetWarning', records.scopeOf('personal'), {
        projectId: id,
        hours: 0,
        money: 0,
        ...told,
      });
  };
  const isUsedUp = warnings.some(({ level }) => level >= 100);
  return (
    <Alert
      color={isUsedUp ? 'red' : 'orange'}
      variant="light"
      mb="md"
      role="status"
      title={t('budgets')}
      withCloseButton
      closeButtonLabel={t('understood')}
      onClose={() => tryAct(() => warnings.forEach(close), t('closeFailed'))}
    >
      {[...Map.groupBy(warnings, (warning) => warning.projectId)].map(([id, its]) => (
        <div key={id}>
          {projectId === undefined && (
            <>
              <TextLink to="/$workspace/projects/$space" params={{ workspace, space: id }} c="inherit">
                {its[0]!.name}
              </TextLink>
              {': '}
            </>
          )}
          {its.map(({ text }) => text).join(' · ')}
        </div>
      ))}
    </Alert>
  );
}
