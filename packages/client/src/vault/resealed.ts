/** Holds what somebody seals anew under its author's name against what the author said. */
import type { Entity } from '@kontor/contract/entity/entity';
import { canonicalRefs, type Refs } from '@kontor/crypto/recordContext';

/**
 * Tells whether a record that lies elsewhere now says by its refs what its author said. Other refs may say what it lies in and is
 * about, its name's tag there and its file's parts, which follow from what is sealed. Of people whom it lists,
 * who is not there may be missing: a restored backup may not know them. Nobody is added.
 * @param isThere whether somebody was a member when it was sealed anew
 */
export function saysTheSame(
  entity: Pick<Entity, 'refs' | 'within' | 'about'>,
  before: Refs,
  after: Refs,
  isThere: (userId: string) => boolean,
): boolean {
  const { refs, within, about } = entity;
  const isPlace = (key: string) =>
    within.includes(key) || key === about || refs[key]?.kind === 'nameTag' || refs[key]?.kind === 'blobs';
  const said = (of: Refs, read: (key: string) => unknown = (key) => of[key]): string =>
    canonicalRefs(
      Object.fromEntries(Object.keys(of).flatMap((key) => (isPlace(key) ? [] : [[key, read(key)]]))) as Refs,
    );
  const withoutGone = (key: string) => {
    const [was, is] = [before[key], after[key]];
    if (refs[key]?.target !== 'user' || !Array.isArray(was)) return was;
    return was.filter((id) => isThere(id) || (Array.isArray(is) && is.includes(id)));
  };
  return said(before, withoutGone) === said(after);
}
