/** What the nouns add to the engine. */
import type { Nouns } from '../replica/nounHooks.ts';
import { documentHooks, fileHooks } from './document.ts';
import { projectCards } from './projectCard.ts';
import { projectShares } from './share.ts';
import { taskHooks } from './task.ts';

export const nouns: Nouns = {
  hooks: { task: taskHooks, document: documentHooks, share: fileHooks },
  projections: [projectShares, projectCards],
};
