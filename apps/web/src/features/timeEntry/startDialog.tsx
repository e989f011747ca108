import { type Task, task } from '@kontor/contract/nouns/task';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { matches } from '../../platform/text/matches.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useAll, useWorkspace } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { goOnWith, startOn, startOnNew } from './actions.ts';
import { timeMessages } from './messages.ts';
import { lastEntries, useOpenEntry } from './queries.ts';
import css from './startDialog.module.css';

/** Number of tasks that are offered of each group. */
const shownCount = 8;

interface Choice {
  id: string;
  title: string;
  project: string;
  run: () => boolean;
}

/** Asks what the timer is to run on: the last tasks first, then all, or one that is made of what is typed. */
export function StartDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(timeMessages);
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const { last, others, make } = useChoices(typed.trim());
  // Enter takes the first of whatever is offered now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is another object with each drawing
  useEffect(() => {
    combobox.selectFirstOption();
  }, [typed]);
  const choices = [...last, ...others, ...(make ? [make] : [])];
  const choose = (id: string) => {
    if (choices.find((choice) => choice.id === id)?.run()) onClose();
  };
  const option = ({ id, title, project }: Choice) => (
    <Combobox.Option key={id} value={id} className={css.option}>
      <span className={css.title}>{title}</span>
      <span className={css.project}>{project}</span>
    </Combobox.Option>
  );
  return (
    <Dialog title={t('whichTask')} onClose={onClose}>
      <Combobox store={combobox} onOptionSubmit={choose}>
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
          {make && (
            <Combobox.Option value={make.id} className={css.option}>
              <Icon of={IconPlus} size={16} />
              <span className={css.title}>{t('makeTask', make)}</span>
            </Combobox.Option>
          )}
          {choices.length === 0 && <Combobox.Empty>{t('noTask')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox>
    </Dialog>
  );
}

/** The choices for what is typed. */
function useChoices(typed: string): { last: Choice[]; others: Choice[]; make: Choice | undefined } {
  const workspace = useWorkspace();
  const tasks = useAll('task');
  const projects = useAll('project');
  const runs = useOpenEntry()?.taskId;
  return useMemo(() => {
    const running = new Map(
      projects.filter(({ archivedAt }) => archivedAt === undefined).map((each) => [each.id, each]),
    );
    const nameOf = ({ scopeId }: Pick<Task, 'scopeId'>) => running.get(scopeId)?.name ?? '';
    const isOffered = (words: string) => typed === '' || matches(words, typed);
    const entries = lastEntries(workspace, 50).filter(
      ({ taskId, taskTitle, projectName }) => taskId !== runs && isOffered(`${taskTitle} ${projectName}`),
    );
    const last = entries.slice(0, shownCount).map((entry): Choice => {
      const { taskId, taskTitle: title, projectName: project } = entry;
      return { id: taskId, title, project, run: () => goOnWith(entry) };
    });
    const known = new Set(entries.map(({ taskId }) => taskId));
    const others = tasks
      .filter((task) => {
        const isOpen = task.status !== 'DONE' && running.has(task.scopeId);
        return (
          isOpen && task.id !== runs && !known.has(task.id) && isOffered(`${task.title} ${nameOf(task)}`)
        );
      })
      .sort((a, b) => b.updatedAt - a.updatedAt)
      .slice(0, shownCount)
      .map(
        (task): Choice => ({
          id: task.id,
          title: task.title,
          project: nameOf(task),
          run: () => startOn(task.id),
        }),
      );
    const place = running.get(entries[0]?.projectId ?? '') ?? [...running.values()][0];
    const make: Choice | undefined =
      typed && place
        ? { id: 'new', title: typed, project: place.name, run: () => startOnNew(place.id, typed) }
        : undefined;
    return { last, others, make };
  }, [workspace, tasks, projects, runs, typed]);
}
