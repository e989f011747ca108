/** Canaries for every kind of field. What is no text gets a number or a day that nothing else in the product has. */
import { randomInt } from 'node:crypto';
import type { Field } from '@kontor/contract/entity/field';
import { type EntityName, entities } from '@kontor/contract/nouns/entities';
import { type CanaryField, canaries, type Needle, needlesOf } from './marker.ts';

export interface Plants {
  text: CanaryField;
  /**
   * Returns a value for a sealed field; undefined where its kind has no room for one. Remembers that it was
   * asked.
   */
  fill(name: string, field: Field<unknown>): unknown;
  /** Returns a number of 15 digits, for fields that `fill` cannot make by itself. */
  number(name: string): number;
  /** Names of the fields that got a canary. */
  readonly filled: ReadonlySet<string>;
  /** Returns every planted value, as text. */
  values(): string[];
  needles(): Needle[];
}

/** Returns all sealed fields of the contract, as `<entity>.<field>`. */
export const sealedFields = (): string[] =>
  (Object.keys(entities) as EntityName[]).flatMap((name) =>
    Object.keys(entities[name].sealed).map((field) => `${name}.${field}`),
  );

/** Tells whether a sealed field is a flag. */
export const isFlag = (field: string): boolean => {
  const [name, key] = field.split('.') as [EntityName, string];
  const sealed: Readonly<Record<string, Field<unknown>>> = entities[name].sealed;
  return sealed[key]?.kind === 'flag';
};

const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

export function plants(): Plants {
  const text = canaries();
  const filled = new Set<string>();
  const days: string[] = [];
  const numbers: number[] = [];
  /** Ten digits that all numbers begin with, so that texts are searched for them once. */
  const digits = String(randomInt(10 ** 9, 8 * 10 ** 9)).padStart(10, '7');
  const number = (name: string) => {
    const value = Number(digits + String(randomInt(10 ** 5)).padStart(5, '0'));
    numbers.push(value);
    filled.add(name);
    return value;
  };
  const day = () => {
    const value = `${randomInt(3_000, 9_999)}-${randomInt(10, 12)}-${randomInt(10, 28)}`;
    days.push(value);
    return value;
  };
  const make = (name: string, { kind, accepts }: Field<unknown>): unknown => {
    if (kind === 'richText') return paragraph(text.plant(name));
    if (kind === 'day') return day();
    if (kind === 'instant' || kind === 'number') return number(name);
    if (kind === 'flag') return undefined;
    if (kind === 'data') return accepts(['word']) ? [text.plant(name)] : undefined;
    // A list's unknown value is what a newer client would write.
    return text.plant(name);
  };
  return {
    text,
    filled,
    number,
    fill: (name, field) => {
      const value = make(name, field);
      if (value !== undefined) filled.add(name);
      return value;
    },
    values: () => [...text.planted.keys(), ...days, ...numbers.map(String)],
    needles: () => [
      ...needlesOf(text.marker),
      ...days.flatMap((value) => needlesOf(value)),
      ...(numbers.length > 0 ? needlesOf(digits) : []),
      ...numbers.flatMap(binary),
    ],
  };
}

/** Returns a number as databases and programs store it. */
function binary(value: number): Needle[] {
  const out: Needle[] = [];
  for (const [form, write] of [
    ['integer, big-endian', (bytes: Buffer) => bytes.writeBigInt64BE(BigInt(value))],
    ['integer, little-endian', (bytes: Buffer) => bytes.writeBigInt64LE(BigInt(value))],
    ['double, big-endian', (bytes: Buffer) => bytes.writeDoubleBE(value)],
    ['double, little-endian', (bytes: Buffer) => bytes.writeDoubleLE(value)],
  ] as const) {
    const bytes = Buffer.alloc(8);
    write(bytes);
    out.push([form, bytes]);
  }
  return out;
}
