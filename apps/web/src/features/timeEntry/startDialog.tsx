import type { Project } from '@kontor/contract/nouns/project';
import { type Task, task } from '@kontor/contract/nouns/task';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { matches } from '../../platform/text/matches.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useIsLoaded } from '../../platform/workspace/loaded.ts';
import { useCollection, useView, useWindow } from '../../platform/workspace/views.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { goOnWith, startOn, startOnNew } from './actions.ts';
import { timeMessages } from './messages.ts';
import { lastEntries, useOpenEntry } from './queries.ts';
import css from './startDialog.module.css';
import { useRunningProjectsById } from './taskChoices.ts';

/** Number of tasks that are offered of each group. */
const shownCount = 8;
/** Number of projects in which a new task is offered. */
const placeCount = 4;

interface Choice {
  id: string;
  title: string;
  project: string;
  run: () => Promise<boolean>;
}

/** Asks what the timer is to run on: the last tasks first, then all, or one that is made of what is typed. */
export function StartDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(timeMessages);
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const { last, others, makes, hasPlace } = useChoices(typed.trim());
  const hasAll = useIsLoaded();
  // Enter takes the first of whatever is offered now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is another object with each drawing
  useEffect(() => {
    combobox.selectFirstOption();
  }, [typed, hasAll]);
  const choices = [...last, ...others, ...makes];
  const choose = async (id: string) => {
    if (await choices.find((choice) => choice.id === id)?.run()) onClose();
  };
  const option = ({ id, title, project }: Choice) => (
    <Combobox.Option key={id} value={id} className={css.option}>
      <span className={css.title}>{title}</span>
      <span className={css.project}>{project}</span>
    </Combobox.Option>
  );
  return (
    <Dialog title={t('whichTask')} onClose={onClose}>
      <Combobox store={combobox} onOptionSubmit={(id) => void choose(id)}>
        <Combobox.EventsTarget>
          <TextInput
            className={css.field!}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            placeholder={t('taskHint')}
            aria-label={t('whichTask')}
            maxLength={task.sealed.title.maxLength}
            data-autofocus
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={css.options} aria-label={t('whichTask')}>
          {last.length > 0 && <Combobox.Group label={t('lastTasks')}>{last.map(option)}</Combobox.Group>}
          {others.length > 0 && <Combobox.Group label={t('otherTasks')}>{others.map(option)}</Combobox.Group>}
          {makes.map((make) => (
            <Combobox.Option key={make.id} value={make.id} className={css.option}>
              <Icon of={IconPlus} size={16} />
              <span className={css.title}>{t('makeTask', make)}</span>
            </Combobox.Option>
          ))}
          {!hasAll ? (
            <Combobox.Empty>{uiMessages.t('moreComes')}</Combobox.Empty>
          ) : (
            choices.length === 0 && <Combobox.Empty>{t(hasPlace ? 'noTaskYet' : 'noTask')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox>
    </Dialog>
  );
}

/** Returns the tasks of running projects that are not done, those that were changed last first. */
function useOpenTasks(running: ReadonlyMap<string, Project>): readonly Task[] {
  const spec = useMemo(
    () => ({
      filter: ({ status, scopeId }: Task) => status !== 'DONE' && running.has(scopeId),
      compare: (a: Task, b: Task) => b.updatedAt - a.updatedAt,
    }),
    [running],
  );
  return useWindow(useView(useCollection('task'), spec));
}

/** Returns the choices for what is typed; what is new is offered where this person worked last. */
function useChoices(typed: string): {
  last: Choice[];
  others: Choice[];
  makes: Choice[];
  /** A project runs, in which a task can be made. */
  hasPlace: boolean;
} {
  const workspace = useWorkspace();
  const running = useRunningProjectsById();
  const tasks = useOpenTasks(running);
  const runs = useOpenEntry()?.taskId;
  // The task of what is typed may be among those that are not here yet.
  const hasAll = useIsLoaded();
  return useMemo(() => {
    const nameOf = ({ scopeId }: Task) => running.get(scopeId)?.name ?? '';
    const isOffered = (words: string) => typed === '' || matches(words, typed);
    const latest = lastEntries(workspace, 50);
    const entries = latest.filter(
      ({ taskId, taskTitle, projectName }) => taskId !== runs && isOffered(`${taskTitle} ${projectName}`),
    );
    const last = entries.slice(0, shownCount).map((entry): Choice => {
      const { taskId, taskTitle: title, projectName: project } = entry;
      return { id: taskId, title, project, run: () => goOnWith(entry) };
    });
    const known = new Set([runs, ...last.map(({ id }) => id)]);
    const others: Choice[] = [];
    for (const task of tasks) {
      if (others.length === shownCount) break;
      const { id, title } = task;
      const project = nameOf(task);
      if (!known.has(id) && isOffered(`${title} ${project}`))
        others.push({ id, title, project, run: () => startOn(id) });
    }
    const places = new Set([...latest.map(({ projectId }) => projectId), ...running.keys()]);
    const makes = [...(typed && hasAll ? places : [])]
      .flatMap((id) => running.get(id) ?? [])
      .slice(0, placeCount)
      .map(
        ({ id, name }): Choice => ({
          id: `new ${id}`,
          title: typed,
          project: name,
          run: () => startOnNew(id, typed),
        }),
      );
    return { last, others, makes, hasPlace: running.size > 0 };
  }, [workspace, tasks, running, runs, typed, hasAll]);
}
