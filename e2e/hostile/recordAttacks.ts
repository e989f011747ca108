/**
 * Generates what a server without a key can do to records, over each ordered pair of entities: serve one's envelope as
 * another's (M08), under another name, id or version (M09), or in another place (M10).
 */
import { randomUUID } from 'node:crypto';
import type { Entity, SealedRecord } from '@kontor/contract/entity/entity';
import { isList } from '@kontor/contract/entity/ref';
import { type EntityName, entities } from '@kontor/contract/nouns/entities';
import { otherValue } from '@kontor/contract/testing/refValues';
import type { SyncAnswer } from '@kontor/contract/wire/sync';

export interface RecordAttack {
  script: 'M08' | 'M09' | 'M10';
  /** A description of the attack, for the report. */
  what: string;
  /** The row whose place in the honest answer is taken. */
  victim: SealedRecord;
  /** The row that is served instead. */
  served: SealedRecord;
}

/** Returns every attack on these rows, each of which is the newest of its record. */
export function recordAttacks(rows: readonly SealedRecord[]): RecordAttack[] {
  return rows.flatMap((victim) => [
    ...alone(victim),
    ...rows.filter((other) => other !== victim).flatMap((other) => paired(victim, other)),
  ]);
}

function alone(victim: SealedRecord): RecordAttack[] {
  const attack = (what: string, changes: Partial<SealedRecord>): RecordAttack => ({
    script: 'M09',
    what: `${victim.entity}: ${what}`,
    victim,
    served: { ...victim, ...changes },
  });
  return [
    attack('another id', { id: randomUUID() }),
    attack('a higher version', { version: victim.version + 1 }),
    attack('a lower version', { version: victim.version - 1 }),
    attack('said to be deleted', { deleted: true }),
    ...placesOf(victim).map(([what, refs]) => ({
      ...attack(what, { refs }),
      script: 'M10' as const,
    })),
  ];
}

/** Returns the record's refs, with each one left out and each one changed. */
function placesOf({ entity, refs }: SealedRecord): [string, SealedRecord['refs']][] {
  return Object.entries((entities[entity as EntityName] as Entity).refs).flatMap(([key, field]) => {
    const { [key]: present, ...without } = refs;
    const isHash = field.kind === 'nameTag' || field.kind === 'digest';
    const name = isHash ? 'A'.repeat(43) : randomUUID();
    const other = otherValue(field, present) ?? (isList(field) ? [name] : name);
    return [
      [`another ${key}`, { ...refs, [key]: other }] as [string, SealedRecord['refs']],
      ...(present === undefined ? [] : [[`no ${key}`, without] as [string, SealedRecord['refs']]]),
    ];
  });
}

function paired(victim: SealedRecord, other: SealedRecord): RecordAttack[] {
  const pair = `${victim.entity} and ${other.entity}`;
  const attacks: RecordAttack[] = [
    {
      script: 'M08',
      what: `${pair}: the other's envelope`,
      victim,
      served: { ...victim, sealed: other.sealed },
    },
  ];
  // A person's profile and place in the directory share the person's id.
  if (victim.id !== other.id)
    attacks.push({
      script: 'M09',
      what: `${pair}: the other's id`,
      victim,
      served: { ...victim, id: other.id },
    });
  if (victim.entity !== other.entity)
    attacks.push({
      script: 'M09',
      what: `${pair}: the other's name`,
      victim,
      served: { ...victim, entity: other.entity },
    });
  if (victim.scopeId !== other.scopeId)
    attacks.push({
      script: 'M10',
      what: `${pair}: the other's scope`,
      victim,
      served: { ...victim, scopeId: other.scopeId },
    });
  return attacks;
}

/** Returns the answer with one row replaced; a row of a scope that the answer does not hold is left out. */
export const serve =
  ({ victim, served }: RecordAttack) =>
  (answer: SyncAnswer): SyncAnswer => ({
    ...answer,
    scopes: answer.scopes.map((scope) => {
      const isRow = ({ id, entity }: SealedRecord, row: SealedRecord) =>
        row.id === id && row.entity === entity;
      const rows = scope.rows.filter(
        (row) => !isRow(victim, row) && !(scope.id === served.scopeId && isRow(served, row)),
      );
      return { ...scope, rows: scope.id === served.scopeId ? [...rows, served] : rows };
    }),
  });
