import type { Task } from '@kontor/contract/nouns/task';
import { appAddress } from '../../platform/appAddress.ts';

/** Returns the address of a task, over those of its project. */
export const taskAddress = ({ id, scopeId }: Pick<Task, 'id' | 'scopeId'>): string =>
  appAddress(`projects/${scopeId}/tasks`, { panel: 'task', item: id });
