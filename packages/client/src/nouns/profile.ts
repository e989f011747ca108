/** The profile that people keep in their personal records. */
import { type Profile, profile } from '@kontor/contract/nouns/profile';
import type { ChangesOf } from '../replica/givenFields.ts';
import type { Replica } from '../replica/replica.ts';

/** Returns the profile as the device knows it; undefined while nobody has written one. */
export const profileOf = (personal: Replica): Profile | undefined =>
  personal.collections.profile.get(personal.scopeOf('personal'));

/** Writes what changed of the profile. Returns the transaction's id, or undefined where nothing did. */
export function writeProfile(personal: Replica, next: Partial<ChangesOf<'profile'>>): string | undefined {
  const id = personal.scopeOf('personal');
  const known = profileOf(personal);
  const names = Object.keys(profile.sealed) as (keyof typeof profile.sealed)[];
  const changed = names.filter((name) => name in next && known?.[name] !== next[name]);
  if (known && changed.length === 0) return undefined;
  const fields = Object.fromEntries(changed.map((name) => [name, next[name]])) as ChangesOf<'profile'>;
  return personal.transaction(() => {
    if (known) personal.update('profile', id, fields);
    else personal.create('profile', id, { id, ...(fields as Partial<Profile>) });
  });
}
