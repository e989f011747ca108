/** Finds the places of ids in wire schemas, and in values of them. */
import { fileKey, uuid } from '@kontor/contract/wire/shapes';
import type * as z from 'zod/mini';

/**
 * The position of an id: `path` into a value, where it `isKey` of a record to what stands under it; `pattern` the same with
 * every index and key of a record as `*`.
 */
export interface IdPosition {
  path: (string | number)[];
  isKey: boolean;
  pattern: string;
}

interface Def {
  type: string;
  innerType?: z.ZodMiniType;
  shape?: Record<string, z.ZodMiniType>;
  element?: z.ZodMiniType;
  options?: z.ZodMiniType[];
  keyType?: z.ZodMiniType;
  valueType?: z.ZodMiniType;
  in?: z.ZodMiniType;
  out?: z.ZodMiniType;
}

const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def;

const isId = (schema: z.ZodMiniType) => schema === uuid || schema === fileKey;

/** Returns the patterns of all ids that a schema allows. */
export function patternsOf(schema: z.ZodMiniType, at = ''): Set<string> {
  if (isId(schema)) return new Set([at]);
  const { type, innerType, shape, element, options, keyType, valueType, in: input } = defOf(schema);
  const join = (...parts: Set<string>[]) => new Set(parts.flatMap((part) => [...part]));
  if (innerType) return patternsOf(innerType, at);
  if (shape) return join(...Object.entries(shape).map(([key, each]) => patternsOf(each, `${at}.${key}`)));
  if (element) return patternsOf(element, `${at}.*`);
  if (options) return join(...options.map((option) => patternsOf(option, at)));
  if (type === 'record') return join(patternsOf(keyType!, `${at}.*key`), patternsOf(valueType!, `${at}.*`));
  return input ? patternsOf(input, at) : new Set();
}

/** Returns the ids in a value of a schema; of a union those of the first option that accepts the value, as it is read. */
export function positionsIn(
  schema: z.ZodMiniType,
  value: unknown,
  path: (string | number)[] = [],
  at = '',
): IdPosition[] {
  if (value === undefined || value === null) return [];
  if (isId(schema)) return [{ path, isKey: false, pattern: at }];
  const { type, innerType, shape, element, options, keyType, valueType, in: input } = defOf(schema);
  if (innerType) return positionsIn(innerType, value, path, at);
  if (shape)
    return Object.entries(shape).flatMap(([key, each]) =>
      positionsIn(each, (value as Record<string, unknown>)[key], [...path, key], `${at}.${key}`),
    );
  if (element)
    return (value as unknown[]).flatMap((each, index) =>
      positionsIn(element, each, [...path, index], `${at}.*`),
    );
  if (options) {
    const option = options.find((each) => each.safeParse(value).success);
    return option ? positionsIn(option, value, path, at) : [];
  }
  if (type === 'record')
    return Object.entries(value as Record<string, unknown>).flatMap(([key, each]) => [
      ...(isId(keyType!) ? [{ path: [...path, key], isKey: true, pattern: `${at}.*key` }] : []),
      ...positionsIn(valueType!, each, [...path, key], `${at}.*`),
    ]);
  return input ? positionsIn(input, value, path, at) : [];
}

/** Copies a value with another id at one position; a record's key is renamed. */
export function withId<T>(value: T, { path, isKey }: IdPosition, id: string): T {
  const copy = structuredClone(value);
  let holder = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) holder = holder[key] as typeof holder;
  const last = path.at(-1)!;
  if (isKey) {
    holder[id] = holder[last];
    delete holder[last];
  } else holder[last] = id;
  return copy;
}
