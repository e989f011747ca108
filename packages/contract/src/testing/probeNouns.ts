/**
 * Nouns that are never shipped, one of each shape that a description can have: what holds for them holds for the next
 * noun. A test lets them in among the others with
 * `vi.mock('@kontor/contract/nouns/entities', async (load) => withProbes(await load()))`.
 */
import { type Entity, entity } from '../entity/entity.ts';
import { number, text } from '../entity/field.ts';
import { ref, refs, structural } from '../entity/ref.ts';
import { registry } from '../entity/registry.ts';

/** Contained and owned: lies in a task, belongs to whoever wrote it. */
const probeEntry = entity('probeEntry', {
  scopes: ['project'],
  within: ['taskId'],
  owner: 'userId',
  isInArchive: false,
  rights: { create: 'own', update: 'own', delete: 'own' },
  title: ['note'],
  indexes: ['userId'],
  refs: { taskId: ref('task'), userId: ref('user'), minutes: structural(number()) },
  sealed: { note: text() },
});

/** Contained in one of its own kind or in a task, and names others that it does not lie in. */
const probeComment = entity('probeComment', {
  scopes: ['project'],
  within: ['replyToId', 'taskId'],
  isMoot: false,
  isInArchive: false,
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' },
  refs: {
    replyToId: ref('probeComment').optional(),
    taskId: ref('task').optional(),
    seeIds: refs('task'),
  },
  sealed: { words: text() },
});

/** Unique: one per task and person. Nobody misses one on a task that was deleted. */
const probeVote = entity('probeVote', {
  scopes: ['project'],
  within: ['taskId'],
  isMoot: true,
  isInArchive: false,
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' },
  unique: [{ fields: ['taskId', 'userId'], error: 'NAME_TAKEN' }],
  refs: { taskId: ref('task').optional(), userId: ref('user') },
  sealed: { words: text() },
});

/** Heads a scope, which is windowed. */
const probeRoom = entity('probeRoom', {
  scopes: ['room'],
  head: { readers: 'memberIds' },
  isInArchive: false,
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'ADMIN' },
  title: ['name'],
  refs: { memberIds: refs('user') },
  sealed: { name: text() },
});

/** Lives in a windowed scope; what a person writes there is a chain. */
const probeMessage = entity('probeMessage', {
  scopes: ['room'],
  within: ['replyToId'],
  isMoot: false,
  owner: 'userId',
  isInArchive: false,
  rights: { create: 'own', update: 'own', delete: 'own' },
  chained: true,
  refs: { replyToId: ref('probeMessage').optional(), userId: ref('user') },
  sealed: { words: text() },
});

export const probes = { probeEntry, probeComment, probeVote, probeRoom, probeMessage } as const;
export type ProbeName = keyof typeof probes;

interface Nouns {
  readonly entities: Readonly<Record<string, Entity>>;
}

/** Returns the module of the nouns with the probes among them; a noun that heads what a probe heads gives way. */
export function withProbes<M extends Nouns>(module: M): M {
  const others = Object.entries(module.entities).filter(
    ([, { head, scopes }]) => !(head && scopes.includes('room')),
  );
  const entities = { ...Object.fromEntries(others), ...probes };
  return { ...module, entities, ...registry(entities) };
}
