/** Hands a file out by a link with a password, and opens it in a browser without an account. */
import { writeAddress } from '@kontor/client/link/address';
import { createProject } from '@kontor/client/nouns/project';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { dayMs } from '@kontor/contract/time/day';
import { fromBase64Url } from '@kontor/contract/wire/bytes';
import { type Browser, expect } from '@playwright/test';
import { guardContext } from '../guard.ts';
import { type Needle, needlesOf } from './marker.ts';
import type { Plants } from './plants.ts';

/**
 * Makes a link and fetches what is behind it. Returns what must be found nowhere besides the planted canaries: the secret in
 * the address, as bytes and as it is written there.
 */
export async function fetchByLink(
  browser: Browser,
  url: string,
  workspace: Workspace,
  { text }: Plants,
): Promise<Needle[]> {
  const [name, password] = [`${text.plant('link: file name')}.txt`, text.plant('link: password')];
  const scopeId = createProject(workspace, { name: 'Linked' }).id;
  await workspace.outbox.sent();
  const { uploads } = await workspace.files();
  await uploads.add([new File([text.plant('link: content')], name)], { scopeId });
  const document = workspace.collections.document.where('scopeId', scopeId)[0]!;
  const linkId = await (await workspace.links()).make(document.id, {
    expiresAt: Date.now() + dayMs,
    maxDownloads: 3,
    password,
    from: text.plant('link: from'),
    by: text.plant('link: by'),
  });
  const link = workspace.collections.link.get(linkId)!;
  const context = await browser.newContext({ baseURL: url });
  await guardContext(context, url);
  const page = await context.newPage();
  await page.goto(writeAddress(url, link));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Open' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await download).suggestedFilename()).toBe(name);
  await context.close();
  // The bytes behind the flags: the secret, and a part of it.
  const secret = fromBase64Url(link.fragment).slice(1, 33);
  return [...needlesOf(secret), ...needlesOf(link.fragment.slice(4, 40))];
}
