import { Button, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { DocumentLink } from '../../features/document/documentLink.tsx';
import { BudgetWarnings } from '../../features/effort/budgetWarnings.tsx';
import { Burns } from '../../features/effort/burns.tsx';
import { usePeople } from '../../features/member/queries.ts';
import { projectMessages } from '../../features/project/messages.ts';
import { MoneyConflicts } from '../../features/project/money/moneyConflicts.tsx';
import { projectDaysRefusal } from '../../features/project/projectFields.ts';
import { useAccess, useProject } from '../../features/project/queries.ts';
import { useProgress } from '../../features/task/queries.ts';
import { TaskLabel } from '../../features/task/taskLabel.tsx';
import { formatAgo, formatDuration, formatHours, formatPercent } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { useCollection, useView, useWindow } from '../../platform/workspace/views.ts';
import { useAll } from '../../platform/workspace/workspace.ts';
import { RecordConflicts } from '../../ui/form/recordConflicts.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { QueryLink } from '../../ui/nav/queryLink.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import { AdmittedBy } from '../../ui/person/admittedBy.tsx';
import { nameOf } from '../../ui/person/peopleInput.tsx';
import { RichTextView } from '../../ui/richText/richTextView.tsx';
import { type Activity, activityOf, newestDocuments, newestEdits, newestTasks } from './activity.ts';
import { useProjectPage } from './breadcrumbs.ts';
import { projectScreenMessages } from './messages.ts';
import { ProjectBudget } from './projectBudget.tsx';
import css from './projects.module.css';

const route = getRouteApi('/signed-in/$workspace/projects/$space');
const shownActivities = 12;

/** Returns what happened in a project lately, the newest first. */
function useActivity(projectId: string): readonly Activity[] {
  const specs = useMemo(
    () => ({
      edits: newestEdits(projectId),
      tasks: newestTasks(projectId),
      documents: newestDocuments(projectId),
    }),
    [projectId],
  );
  // Several changes of one task are one line.
  const edits = useWindow(useView(useCollection('taskEdit'), specs.edits), 0, 4 * shownActivities);
  const tasks = useWindow(useView(useCollection('task'), specs.tasks), 0, shownActivities);
  const documents = useWindow(useView(useCollection('document'), specs.documents), 0, shownActivities);
  return useMemo(() => activityOf(edits, tasks, documents, shownActivities), [edits, tasks, documents]);
}

/** Shows a project at a glance: what it is about, how far it is, what happened last. */
export function Overview() {
  const t = useMessages(projectMessages);
  const s = useMessages(projectScreenMessages);
  const { workspace, space } = route.useParams();
  const { open } = usePanel();
  const people = usePeople();
  const project = useProject(space);
  const access = useAccess(space);
  const progress = useProgress(space);
  const activity = useActivity(space);
  const customers = useAll('customer');
  const seesMoney = useCan('hourlyRate.update');
  useProjectPage(workspace, space, t('overview'));
  if (!project) return null;

  const line = ({ kind, by }: Activity) => {
    const name = by && people.get(by)?.name;
    return name ? s('byWhom', { what: s(kind), name }) : s(kind);
  };
  return (
    <div className={css.columns}>
      <div>
        <BudgetWarnings workspace={workspace} projectId={space} />
        <dl className={css.figures}>
          <div>
            <dt>{t('openTasks')}</dt>
            <dd>{progress.open}</dd>
          </div>
          <div>
            <dt>{t('doneTasks')}</dt>
            <dd>{progress.done}</dd>
          </div>
          <div>
            <dt>{t('overdueTasks')}</dt>
            <dd data-late={progress.overdue > 0 || undefined}>{progress.overdue}</dd>
          </div>
          <div>
            <dt>{t('progress')}</dt>
            <dd>{formatPercent(progress.share)}</dd>
          </div>
          {progress.minutesLeft > 0 && (
            <div>
              <dt>{t('hoursLeft')}</dt>
              <dd>{formatHours(progress.minutesLeft)}</dd>
            </div>
          )}
        </dl>
        <dl className={css.budgets}>
          <ProjectBudget id={space} />
        </dl>
        <Burns projectId={space} timeBudget={project.timeBudget} />
        <h2 className={css.heading}>{t('description')}</h2>
        <RecordConflicts
          entity="project"
          record={project}
          people={people}
          labelOf={(field) => t(field === 'purpose' ? 'customer' : (field as 'name'))}
          refusal={projectDaysRefusal}
          show={{
            purpose: ({ type, customerId }) =>
              customers.find((customer) => customer.id === customerId)?.name ?? t(type),
            leadId: ({ leadId }) => nameOf(leadId, people),
            timeBudget: ({ timeBudget }) => (timeBudget ? formatDuration(timeBudget) : ''),
          }}
        />
        {seesMoney && <MoneyConflicts projectId={space} people={people} />}
        {project.description ? (
          <RichTextView value={project.description} />
        ) : (
          <EmptyState
            action={
              <Button variant="default" onClick={() => open('project', space)}>
                {s('addDescription')}
              </Button>
            }
          >
            {t('noDescription')}
          </EmptyState>
        )}
        {access === 'private' && <AdmittedBy scopeId={space} people={people} />}
      </div>
      <section aria-labelledby="activity">
        <h2 className={css.heading} id="activity">
          {t('activity')}
        </h2>
        {activity.length === 0 ? (
          <EmptyState
            action={
              <Button variant="default" onClick={() => open('task')}>
                {s('firstTask')}
              </Button>
            }
          >
            {t('noActivity')}
          </EmptyState>
        ) : (
          <ul className={css.activity}>
            {activity.map((entry) => (
              <li key={'taskId' in entry ? entry.taskId : entry.document.id}>
                {'taskId' in entry ? (
                  <QueryLink
                    query={{ panel: 'task', item: entry.taskId }}
                    onFollow={() => open('task', entry.taskId)}
                  >
                    <TaskLabel id={entry.taskId} />
                  </QueryLink>
                ) : (
                  <DocumentLink document={entry.document} workspace={workspace} />
                )}
                <Text size="xs" c="dimmed">
                  {line(entry)}, {formatAgo(entry.at)}
                </Text>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
