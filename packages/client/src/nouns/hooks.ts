/** The hooks and projections that the nouns add to the engine. */
import type { Nouns } from '../replica/nounHooks.ts';
import { fileHooks } from './document.ts';
import { efforts } from './effort.ts';
import { keepClosed } from './monthActs.ts';
import { projectCards, refreshCards } from './projectCard.ts';
import { roomHooks } from './room.ts';
import { projectShares, shareHooks } from './share.ts';
import { taskHooks } from './task.ts';
import { taskEditHooks, taskEdits } from './taskEdit.ts';
import { timeEntryHooks } from './timer.ts';

export const nouns: Nouns = {
  hooks: {
    task: taskHooks,
    taskEdit: taskEditHooks,
    document: fileHooks,
    fileVersion: fileHooks,
    share: shareHooks,
    signing: fileHooks,
    link: fileHooks,
    message: fileHooks,
    timeEntry: timeEntryHooks,
    room: roomHooks,
  },
  projections: [keepClosed, projectShares, projectCards, efforts, taskEdits],
  whenVerified: refreshCards,
};
