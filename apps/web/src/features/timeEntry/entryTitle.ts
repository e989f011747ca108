import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { timeMessages } from './messages.ts';

/** Returns what an entry is called: as its task, which may have no title. */
export const titleOf = ({ taskTitle }: TimeEntry): string => taskTitle || timeMessages.t('untitled');
