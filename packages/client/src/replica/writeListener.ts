import type { EntityName } from '@kontor/contract/nouns/entities';
import type { Row } from './row.ts';
import type { Step } from './view.ts';

/** Takes what changed in a noun's collection. */
export type WriteListener = (entity: EntityName, steps: readonly Step<Row>[]) => void;
