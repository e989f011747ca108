/** Reads documents as another device does, with the product's own client in Node. */
import { versionsOf } from '@kontor/client/nouns/fileVersion';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { type SavePattern, saveBy } from '@kontor/testkit/desktop/savePatterns';
import { until } from '../browsers/browser.ts';

/** Reads the contents of a document and of its versions, the oldest first. */
export async function versionTexts(workspace: Workspace, id: string): Promise<string[]> {
  const { downloads } = await workspace.files();
  const document = workspace.collections.document.get(id)!;
  const versions = versionsOf(workspace, id).map((each) => ({ ...document, ...each, id }));
  const contents = [...versions.toReversed(), document];
  return Promise.all(contents.map(async (each) => (await downloads.blob(each)).text()));
}

/** Reads the newest contents of the documents whose names contain this one. */
export async function contentsOf(workspace: Workspace, name: string): Promise<string[]> {
  await workspace.pull();
  const { downloads } = await workspace.files();
  const documents = workspace.collections.document.all().filter((each) => each.name.includes(name));
  return Promise.all(documents.map(async (each) => (await downloads.blob(each)).text()));
}

export interface Saves {
  /** Where the document lies that a program has open; its content is `first`. */
  path: string;
  name: string;
  pattern: SavePattern;
  times: number;
}

/** Saves a document in a pattern. Resolves once the other device has each save. @throws Error unless it has each once, and whole */
export async function saveOften(workspace: Workspace, { path, name, pattern, times }: Saves): Promise<void> {
  const { id } = workspace.collections.document.all().find((each) => each.name === name)!;
  const { downloads } = await workspace.files();
  const contents = ['first'];
  const stood: string[] = [];
  for (let save = 1; save <= times; save++) {
    contents.push(`save ${save} ${'x'.repeat((save * 131) % 977)}`);
    stood.push(...(await saveBy(pattern, path, { content: contents.at(-1)!, save })));
    const newest = async () => (await downloads.blob(workspace.collections.document.get(id)!)).text();
    await until(`save ${save} of ${name}, elsewhere`, async () => (await newest()) === contents.at(-1));
  }
  const isSave = (text: string) => contents.includes(text) || !stood.includes(text);
  const texts = (await versionTexts(workspace, id)).filter(isSave);
  if (texts.join('\n') !== contents.join('\n'))
    throw new Error(`${name}: ${texts.map((text) => text.slice(0, 12)).join(', ')}`);
}
