/** Values that stand in structural fields, for tests that enumerate the contract. */
import { day, flag, instant, number, oneOf } from '../entity/field.ts';
import { type RefField, type RefValue, type StructuralKind, structural } from '../entity/ref.ts';

/** Refs that hold a value of every kind, for entities that are planted in a test. */
export const valuesOfEveryKind = {
  plantedNumber: structural(number()),
  plantedHours: structural(number()).optional(),
  plantedFlag: structural(flag()),
  plantedChoice: structural(oneOf(['LOW', 'HIGH'])),
  plantedDay: structural(day()).optional(),
  plantedMoment: structural(instant()).optional(),
};

const pairs: Record<Exclude<StructuralKind, 'oneOf'>, readonly [RefValue, RefValue]> = {
  number: [0.5, 17],
  flag: [true, false],
  day: ['2026-03-14', '2027-12-31'],
  instant: [1_760_000_000_000, 1_770_000_000_000],
};

/** Returns a valid value of a structural field that holds one, other than `present`; undefined where ids or keys belong. */
export function otherValue({ kind, field }: RefField<unknown>, present?: RefValue): RefValue | undefined {
  if (!field) return undefined;
  const values = field.values ?? pairs[kind as keyof typeof pairs];
  return values.find((value) => value !== present);
}
