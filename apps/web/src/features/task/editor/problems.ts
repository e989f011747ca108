/** What is wrong with what was typed into a task, in words. */

import { problemsOf } from '@kontor/contract/entity/entity';
import { task } from '@kontor/contract/nouns/task';
import { taskMessages } from '../messages.ts';
import { parseEstimate } from './estimate.ts';

/** The fault of a title, or nothing. */
export function titleProblem(title: string): string | undefined {
  const { t } = taskMessages;
  const problem = problemsOf(task, { title, status: 'TODO', order: '', createdBy: '' }).title;
  if (problem === 'too-long') return t('tooLong', { max: task.sealed.title.maxLength });
  return problem && t('required');
}

export const estimateProblem = (typed: string): string | undefined =>
  parseEstimate(typed) === undefined ? taskMessages.t('mustBeNumber') : undefined;

export const datesProblem = (dates: {
  startDate?: string | undefined;
  dueDate?: string | undefined;
}): string | undefined =>
  dates.startDate && dates.dueDate && dates.dueDate < dates.startDate
    ? taskMessages.t('dueBeforeStart')
    : undefined;
