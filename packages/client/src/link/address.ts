/**
 * The address of a link for people without an account: `/link/<id>#<fragment>`. Browsers send the fragment to nobody, so
 * no server learns the key in it.
 */
import { linkPath } from '@kontor/contract/wire/link';
import { uuidSource } from '@kontor/contract/wire/uuidPattern';
import { readLinkFragment } from '@kontor/crypto/link';

export interface LinkAddress {
  id: string;
  fragment: string;
}

const path = new RegExp(`^${linkPath}(${uuidSource})/?$`);

/** Writes an address to hand over. */
export const writeAddress = (origin: string, { id, fragment }: LinkAddress): string =>
  `${origin}${linkPath}${id}#${fragment}`;

/** Reads the address of a page; undefined where a part of it got lost on the way. */
export function readAddress({ pathname, hash }: Pick<URL, 'pathname' | 'hash'>): LinkAddress | undefined {
  const id = path.exec(pathname)?.[1];
  const fragment = hash.replace(/^#/, '');
  return id !== undefined && asksForPassword(fragment) !== undefined ? { id, fragment } : undefined;
}

/** Tells whether a link wants a password besides its address; undefined where its fragment is not whole. */
export function asksForPassword(fragment: string): boolean | undefined {
  try {
    return readLinkFragment(fragment).hasPassword;
  } catch {
    return undefined;
  }
}
