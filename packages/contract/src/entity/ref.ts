/** Structural fields: what the server sees of a record, each in a column of its own. */
import type { Field, FieldKind } from './field.ts';

/** Kinds of fields that may be structural as they are; what people write is none of them. */
const structuralKinds = ['number', 'flag', 'oneOf', 'day', 'instant'] as const satisfies FieldKind[];
export type StructuralKind = (typeof structuralKinds)[number];

export type RefKind = 'ref' | 'refs' | 'nameTag' | 'digest' | 'blobs' | StructuralKind;

/** The value of a structural field. */
export type RefValue = string | string[] | number | boolean;

/**
 * One structural field. `ref`: an id; `refs`: ids; `nameTag`, `digest`: base64url of 32 bytes; `blobs`: storage keys; else a
 * value that its `field` describes.
 */
export interface RefField<T> {
  readonly kind: RefKind;
  /** The noun that an id names; empty for tags, blobs and values. */
  readonly target: string;
  readonly isOptional: boolean;
  readonly field?: Field<T>;
  optional(): RefField<T | undefined>;
}

/** A structural field that holds a value. Absent it reads as its fallback: so do all records of before it. */
export interface StructuralField<T> extends RefField<T> {
  readonly kind: StructuralKind;
  readonly field: Field<T>;
  optional(): StructuralField<T | undefined>;
}

function refField<T>(kind: RefKind, target: string): RefField<T> {
  const optional = (): RefField<T | undefined> => ({ kind, target, isOptional: true, optional });
  return { kind, target, isOptional: false, optional };
}

export const ref = (target: string): RefField<string> => refField('ref', target);
export const refs = (target: string): RefField<string[]> => refField('refs', target);
/** Makes a field that keeps names unique within a folder without revealing them: the database holds one row per scope, folder and tag. */
export const nameTag = (): RefField<string> => refField('nameTag', '');
/** Makes a field for a hash that the server holds what it is shown against: of a secret that is too long to be guessed. */
export const digest = (): RefField<string> => refField('digest', '');
/** Makes a field for the storage keys of a file's parts, so that the server counts and sweeps them. */
export const blobs = (): RefField<string[]> => refField('blobs', '');

/**
 * Makes a field structural, so that the server reads its value: `pinned: structural(flag())` among the refs. Only for
 * what the server cannot do without.
 * @throws RangeError for kinds that hold what people write.
 */
export function structural<T>(field: Field<T>): StructuralField<T> {
  const kind = structuralKinds.find((each) => each === field.kind);
  if (!kind) throw new RangeError(`a field of kind ${field.kind} is sealed`);
  const { isOptional } = field;
  return { kind, target: '', isOptional, field, optional: () => structural(field.optional()) };
}

/** Returns true if a structural field holds several ids or keys. */
export const isList = ({ kind }: Pick<RefField<unknown>, 'kind'>): boolean =>
  kind === 'refs' || kind === 'blobs';

/**
 * Returns the ids or keys in a structural field; none where it is absent, a number or a flag. Of a field that holds another text (a
 * day, a choice, a tag, a hash) it returns that: it does not know the kind.
 */
export function namedIn(value: RefValue | undefined): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value : [];
}

const scalarTypes: Partial<Record<RefKind, string>> = {
  number: 'number',
  instant: 'number',
  flag: 'boolean',
};

/** Returns true if a value has the type of a structural field; its meaning is for its readers to judge. */
export const hasRefType = (field: Pick<RefField<unknown>, 'kind'>, value: RefValue): boolean =>
  isList(field) ? Array.isArray(value) : typeof value === (scalarTypes[field.kind] ?? 'string');
