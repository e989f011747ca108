/**
 * Pins the wire. Clients of the version before and records of every version before must stay readable, so what travels
 * changes only on purpose.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isContractProcedure } from '@orpc/contract';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { capabilities } from '../capability.ts';
import type { Entity } from '../entity/entity.ts';
import { logEntrySchema } from '../memberLog/entries.ts';
import { entities } from '../nouns/entities.ts';
import { api } from './api.ts';
import { batchSchema, changeNames, changeSchema } from './change.ts';
import { errors } from './errors.ts';
import { labels } from './labels.ts';
import { headers, limits, protocolVersion, sessionCookie } from './protocol.ts';
import { scopeKeySchema } from './scope.ts';
import { syncRequestSchema } from './syncRequest.ts';

const snapshotPath = join(import.meta.dirname, '../../contract.snap.json');

/** Writes JSON that breaks a line only where it must, so that one changed fact is one changed line. */
function print(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (indent.length + line.length <= 120 || typeof value !== 'object' || value === null) return line;
  const deeper = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => print(item, deeper))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}: ${print(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indent}${close}`;
}

/** Returns a schema of what is taken in, or of what is handed out. */
const shapeOf = (schema: z.ZodMiniType, io: 'input' | 'output' = 'input'): unknown => {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return shape;
};

/** Returns every call of the router with its path, by its dotted name. */
function callsOf(router: object, prefix = ''): [string, unknown][] {
  return Object.entries(router).flatMap(([key, part]): [string, unknown][] => {
    const name = prefix + key;
    if (!isContractProcedure(part)) return callsOf(part as object, `${name}.`);
    const { route, inputSchema, outputSchema } = part['~orpc'];
    const isBatch = inputSchema === batchSchema;
    const input = isBatch ? 'a batch of changes' : inputSchema && shapeOf(inputSchema as z.ZodMiniType);
    const output = outputSchema && shapeOf(outputSchema as z.ZodMiniType, 'output');
    return [[name, { method: route.method, path: route.path, input, output }]];
  });
}

/**
 * Returns the names of a change in a discriminated union, each with its own schema: one line of the diff is
 * one change.
 */
function changes(): [string, unknown][] {
  const { def } = changeSchema as unknown as z.ZodMiniDiscriminatedUnion<z.ZodMiniObject[]>;
  return def.options.map((option) => [
    (option.shape.name as z.ZodMiniLiteral).def.values[0] as string,
    shapeOf(option.shape.args as z.ZodMiniType),
  ]);
}

/**
 * Describes the sealed fields, which are not seen by the server, yet every client must read what
 * every other wrote.
 */
const sealedFields = ({
  title: _,
  searched: __,
  indexes: ___,
  merge: ____,
  written: _____,
  ...noun
}: Entity) => ({
  ...noun,
  id: typeof noun.id !== 'object' ? noun.id : 'mark' in noun.id ? `marked ${noun.id.mark}` : 'person',
  refs: Object.fromEntries(
    Object.entries(noun.refs).map(([key, { kind, target, isOptional, field }]) => [
      key,
      { kind, target, isOptional, values: field?.values },
    ]),
  ),
  sealed: Object.fromEntries(
    Object.entries(noun.sealed).map(([key, { kind, values, isOptional }]) => [
      key,
      { kind, values, isOptional },
    ]),
  ),
});

const contract = () => ({
  protocol: { protocolVersion, headers, limits, sessionCookie },
  labels,
  entities: Object.fromEntries(
    Object.values(entities as Record<string, Entity>).map((entity) => [entity.name, sealedFields(entity)]),
  ),
  capabilities: [...capabilities].sort(),
  batch: shapeOf(z.omit(batchSchema, { changes: true })),
  changes: Object.fromEntries(changes()),
  calls: Object.fromEntries(callsOf(api)),
  sync: shapeOf(syncRequestSchema),
  scopeKey: shapeOf(scopeKeySchema),
  logEntry: shapeOf(logEntrySchema),
  errors: Object.fromEntries(
    Object.entries(errors).map(([code, error]) => [
      code,
      { status: error.status, ...('data' in error && { data: shapeOf(error.data, 'output') }) },
    ]),
  ),
});

describe('the wire', () => {
  it('is what contract.snap.json says; to change it on purpose: vitest run packages/contract -u', async () => {
    expect(existsSync(snapshotPath), 'contract.snap.json is missing: run with -u to write it').toBe(true);
    await expect(`${print(contract())}\n`).toMatchFileSnapshot(snapshotPath);
  });

  it('is read whole', () => {
    const { changes, calls } = contract();
    expect(Object.keys(changes)).toEqual(changeNames);
    expect(Object.keys(calls).length).toBeGreaterThan(10);
    for (const [name, call] of Object.entries(calls)) {
      expect(call, name).toMatchObject({ method: expect.any(String), path: expect.stringMatching(/^\//) });
    }
  });

  it('would show a planted change', () => {
    const pinned = readFileSync(snapshotPath, 'utf8');
    const planted = contract();
    (planted.entities.task!.refs as Record<string, unknown>).spaceId = { kind: 'ref', target: 'project' };
    expect(`${print(planted)}\n`).not.toBe(pinned);
  });
});
