/**
 * Changes: every write is a named mutation, and they travel as atomic batches through `POST /api/changes`. One act of a
 * person (a project with its scope, keys and record) is one batch, one transaction and one entry of the outbox. A batch
 * carries an id of its own: sending it twice has the effect of sending it once, and answers the same.
 */
import * as z from 'zod/mini';
import type { Entity } from '../entity/entity.ts';
import { scopeAccess } from '../entity/scopeKind.ts';
import { logEntrySchema } from '../memberLog/entries.ts';
import { entities } from '../nouns/entities.ts';
import { invitationCreateSchema } from './invitation.ts';
import { leavingSchema } from './leaving.ts';
import { limits } from './protocol.ts';
import { type RecordArgs, type RecordVerb, recordArgsSchema, recordVerbs } from './record.ts';
import { scopeKeySchema, scopeSchema } from './scope.ts';
import { keyId, uuid } from './shapes.ts';
import { workspaceFields, workspaceSchema } from './workspace.ts';

const structural = {
  /** The first change of a workspace's first batch; the log, the scopes and their keys follow in the same batch. */
  'workspace.create': workspaceSchema,
  /** `was`: what the writer saw. Refused with CONFLICT where one of it is neither stored nor what it becomes. */
  'workspace.update': z.required(
    z.partial(
      z.strictObject({ id: uuid, ...workspaceFields, was: z.partial(z.strictObject(workspaceFields)) }),
    ),
    { id: true },
  ),
  'workspace.delete': z.strictObject({ id: uuid }),
  /** Shuts the caller out at once. Refused with OWNER_STAYS for the owner, with WRONG_TIME unless it is of now. */
  'workspace.leave': z.extend(leavingSchema, { id: uuid }),
  /**
   * Compare-and-swap: refused with LOG_MOVED unless the entry follows the newest one, with SCOPES_MOVED unless the scopes
   * that it cuts are where it says, with WRONG_TIME unless it is of now.
   */
  'log.append': z.strictObject({ entry: logEntrySchema }),
  /**
   * For an `invite` entry earlier in the same batch. Refused with ALREADY_INVITED for an address that has a place here, with
   * HAS_LEFT while the log names somebody who left.
   */
  'invitation.create': invitationCreateSchema,
  'scope.create': z.strictObject({ scope: scopeSchema }),
  /** Opens a private project to the staff, or the other way round; the key rows for it follow in the same batch. */
  'scope.update': z.strictObject({ id: uuid, access: z.enum(scopeAccess) }),
  'key.add': z.strictObject({ key: scopeKeySchema }),
} as const;

export type StructuralName = keyof typeof structural;
export type RecordChangeName = `${keyof typeof entities}.${RecordVerb}`;
export type ChangeName = StructuralName | RecordChangeName;

/** The changes that are taken whatever is paid: nobody is kept from leaving, or from taking back what they gave away. */
export const takenUnpaid: readonly string[] = [
  ...(['workspace.delete', 'workspace.leave'] satisfies StructuralName[]),
  ...Object.values(entities as Record<string, Entity>).flatMap((noun) =>
    (noun.takenUnpaid ?? []).map((verb) => `${noun.name}.${verb}`),
  ),
];

const recordChanges = Object.values(entities as Record<string, Entity>).flatMap((entity) =>
  recordVerbs.map((verb) =>
    z.strictObject({ name: z.literal(`${entity.name}.${verb}`), args: recordArgsSchema(entity) }),
  ),
);

const structuralChanges = Object.entries(structural).map(([name, args]) =>
  z.strictObject({ name: z.literal(name), args }),
);

export type StructuralChange = {
  [N in StructuralName]: { name: N; args: z.infer<(typeof structural)[N]> };
}[StructuralName];
export type RecordChange = { name: RecordChangeName; args: RecordArgs };
export type Change = StructuralChange | RecordChange;

export const changeNames = [...structuralChanges, ...recordChanges].map(
  (change) => change.shape.name.def.values[0] as ChangeName,
);

export const changeSchema = z.discriminatedUnion('name', [
  ...structuralChanges,
  ...recordChanges,
] as unknown as [
  z.ZodMiniObject<{ name: z.ZodMiniLiteral<string>; args: z.ZodMiniType }>,
]) as unknown as z.ZodMiniType<Change>;

/** One batch. Without `workspaceId` it touches the personal scope alone, or creates the workspace that it names. */
export const batchSchema = z.object({
  id: uuid,
  workspaceId: z.optional(uuid),
  /**
   * The staff's key of which the sender knew: the keys of open projects follow from it, and only who seals can say from
   * which. The server refuses with OUTDATED_KEY what was sealed by somebody who missed a newer one.
   */
  staffKid: z.optional(keyId),
  changes: z.array(changeSchema).check(
    z.minLength(1),
    z.maxLength(limits.changesPerLogBatch),
    z.refine(
      (changes) =>
        (changesLog(changes) ? changes.filter(isRecordChange) : changes).length <= limits.changesPerBatch,
      { message: `more than ${limits.changesPerBatch} changes` },
    ),
  ),
});

/** Tests for a change of a record. */
export const isRecordChange = (change: Change): change is RecordChange => !(change.name in structural);

/** Returns true if a batch changes the member log, and may be as large as the keys that go with that. */
export const changesLog = (changes: readonly Pick<Change, 'name'>[]): boolean =>
  changes.some(({ name }) => name === 'log.append');

export type Batch = z.infer<typeof batchSchema>;

/**
 * The new revision of each scope that the batch touched: all rows it wrote there carry it. `at`: their time (ms), the
 * server's.
 */
export const batchResultSchema = z.object({ revisions: z.record(uuid, z.int()), at: z.int() });
export type BatchResult = z.infer<typeof batchResultSchema>;
