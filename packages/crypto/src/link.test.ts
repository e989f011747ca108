import { fromUtf8, toBase64Url, utf8 } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import { linkVerifierBytes } from '@kontor/contract/wire/link';
import { expect, it } from 'vitest';
import { sealBox } from './box.ts';
import { linkKeys, openLinkManifest, readLinkFragment, sealLink } from './link.ts';
import { sha256 } from './primitives/webcrypto.ts';
import { outcome } from './testing/fixtures.ts';

const linkId = '01900000-0000-7000-8000-000000000003';
const json = utf8('{"documents":[]}');

const open = async (fragment: string, sealed: Uint8Array<ArrayBuffer>, password?: string) => {
  const address = readLinkFragment(fragment);
  const keys = await linkKeys(linkId, address.secret, password);
  return fromUtf8(await openLinkManifest(linkId, address, keys, sealed)).trimEnd();
};

it('opens by its address alone, and proves it by nothing else', async () => {
  const { fragment, verifier, sealed } = await sealLink(linkId, json);
  expect(readLinkFragment(`#${fragment}`).hasPassword).toBe(false);
  expect(await open(fragment, sealed)).toBe(fromUtf8(json));
  const { proof } = await linkKeys(linkId, readLinkFragment(fragment).secret, undefined);
  expect(toBase64Url(await sha256(linkVerifierBytes(proof)))).toBe(toBase64Url(verifier));
  expect(await outcome(() => open(fragment, sealed, 'a password'))).toBe('not-verified');
});

it('needs its password, in any form of its letters', async () => {
  const { fragment, sealed } = await sealLink(linkId, json, 'Grüße, 7 Ameisen');
  expect(readLinkFragment(fragment).hasPassword).toBe(true);
  expect(await open(fragment, sealed, 'Grüße, 7 Ameisen'.normalize('NFD'))).toBe(fromUtf8(json));
  for (const password of [undefined, 'grüße, 7 Ameisen', 'Grüße, 7 Ameisen '])
    expect(await outcome(() => open(fragment, sealed, password))).toBe('not-verified');
  expect(await outcome(() => sealLink(linkId, json, ''))).toBe('password-length');
});

it('opens the manifest that its address names, and none that was sealed under the same keys later', async () => {
  const { fragment, sealed } = await sealLink(linkId, json);
  const keys = await linkKeys(linkId, readLinkFragment(fragment).secret, undefined);
  const later = await sealBox(keys.manifest, labels.linkManifest, [linkId], json);
  expect(await outcome(() => open(fragment, later))).toBe('damaged-file');
  for (const at of [0, 5, 20, sealed.length - 1]) {
    const altered = sealed.slice();
    altered[at]! ^= 1;
    expect(await outcome(() => open(fragment, altered)), `byte ${at}`).toBe('damaged-file');
  }
});

it('tells an address that is not whole', async () => {
  const { fragment } = await sealLink(linkId, json);
  for (const cut of ['', fragment.slice(0, -1), fragment.slice(1), `${fragment}AA`, 'nonsense!'])
    expect(await outcome(async () => readLinkFragment(cut)), cut).toBe('malformed');
});

it('hides how much a short list says', async () => {
  const sizes = await Promise.all([1, 200, 500].map((n) => sealLink(linkId, utf8('x'.repeat(n)))));
  expect(new Set(sizes.map(({ sealed }) => sealed.length)).size).toBe(1);
});
