/** The script in which the server lies about the content of files. */
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Person } from '../person/person.ts';
import type { Exchange } from './proxy.ts';
import { isAbsent, isShown, type Scene } from './scene.ts';
import type { Script } from './script.ts';

const names = ['Offer A.txt', 'Offer B.txt'] as const;

/** Returns the content of a file; both are of one size, so that nothing but the content tells them apart. */
const contentOf = (name: string) => `This is ${name}.`;

/** Uploads both files on the honest device; returns the storage keys of their only parts. */
async function upload({ workspace, projectId }: Scene<Person>): Promise<string[]> {
  const { uploads } = await workspace.files();
  const files = names.map((name) => new File([contentOf(name)], name, { type: 'text/plain' }));
  await uploads.add(files, { scopeId: projectId });
  await workspace.outbox.sent();
  return names.map((name) => {
    const document = workspace.collections.document
      .where('scopeId', projectId)
      .find((candidate) => candidate.name === name)!;
    expect(document.parts).toHaveLength(1);
    return document.parts[0]!.fileKey;
  });
}

const isBlob = ({ method, path, status }: Exchange, fileKey: string) =>
  method === 'GET' && status === 200 && path.split('?')[0]!.includes(fileKey);

const refusal = 'File is damaged or was replaced; nothing was saved.';

let keys: string[] = [];
let saved = 0;

export const fileScripts: Script<Person>[] = [
  {
    id: 'M11',
    title: 'the contents of two documents are served in each other’s place',
    refusal,
    mayCall: ['/api/s3/download-urls'],
    honest: async (scene) => {
      await scene.turnPage();
      keys = await upload(scene);
      const { page, documents } = scene.member;
      await page.getByRole('link', { name: 'Documents' }).click();
      for (const name of names)
        expect(readFileSync(await documents.save(name), 'utf8')).toBe(contentOf(name));
      page.on('download', () => {
        saved += 1;
      });
      return page;
    },
    attack: async ({ site }) => {
      const passed = keys.map((key) => site.proxy.exchanges.find((exchange) => isBlob(exchange, key))!);
      return (exchange) => {
        const at = keys.findIndex((key) => isBlob(exchange, key));
        return at < 0 ? undefined : passed[1 - at]!.responseBody;
      };
    },
    suffer: async ({ member }) => {
      for (const name of names) {
        // The refusal of the one before must not be taken for this one's.
        await isAbsent(member.page, refusal);
        await member.documents.act(name, 'Download');
        await isShown(member.page, refusal);
      }
      return member.page;
    },
    also: async () => expect(saved).toBe(0),
    afterwards: async ({ member }) => {
      for (const name of names)
        expect(readFileSync(await member.documents.save(name), 'utf8')).toBe(contentOf(name));
      expect(saved).toBe(2);
    },
  },
];
