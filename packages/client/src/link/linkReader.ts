/** Opens what lies behind a link. In browsers it runs in a worker, which alone may compile Argon2 and reaches no network. */
import { type Bytes, toBase64Url } from '@kontor/contract/wire/bytes';
import { type LinkKeys, linkKeys, openLinkManifest, readLinkFragment } from '@kontor/crypto/link';
import { openPart } from '../vault/files.ts';
import type { FileContext, SealedPart } from '../vault/vault.ts';
import type { LinkAddress } from './address.ts';

export class LinkReader {
  /** Returns what proves to the server that somebody has the address and its password; base64url. @throws CryptoError */
  async proof(address: LinkAddress, password?: string): Promise<string> {
    return toBase64Url((await this.#keys(address, password)).proof);
  }

  /** Opens the manifest to its JSON. @throws CryptoError damaged-file for any but the one that the address names */
  async openManifest(address: LinkAddress, sealed: Uint8Array, password?: string): Promise<Uint8Array> {
    const keys = await this.#keys(address, password);
    return openLinkManifest(address.id, readLinkFragment(address.fragment), keys, sealed as Bytes);
  }

  /** See `Vault.openPart`. */
  openPart(context: FileContext, size: number, index: number, part: SealedPart, sealed: Uint8Array) {
    return openPart(context, size, index, part, sealed);
  }

  #known: { of: string; keys: Promise<LinkKeys> } | undefined;

  /** Derives the keys once: Argon2 is slow on purpose. */
  #keys({ id, fragment }: LinkAddress, password: string | undefined): Promise<LinkKeys> {
    const of = JSON.stringify([id, fragment, password]);
    if (this.#known?.of !== of)
      this.#known = { of, keys: linkKeys(id, readLinkFragment(fragment).secret, password) };
    return this.#known.keys;
  }
}
