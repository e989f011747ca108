/** Scripts in which the server lies about folders, and about who wrote a document. */
import { randomUUID } from 'node:crypto';
import type { SealedRecord } from '@kontor/contract/entity/entity';
import { utf8 } from '@kontor/contract/wire/bytes';
import { type RecordPlace, recordSigner, signRecord } from '@kontor/crypto/authorSignature';
import { sealRecord } from '@kontor/crypto/record';
import { importScopeKey } from '@kontor/crypto/scopeKey';
import { employeeOf } from './people.ts';
import { onSync, type Rewrite } from './proxy.ts';
import { confirmRead, isAbsent, isShown, type Scene } from './scene.ts';
import type { Script } from './script.ts';
import { accountOf, headOf, keysOf } from './secrets.ts';

const notOpened = /could not be verified and (was|were) not opened/;

interface Folder {
  id: string;
  name: string;
}

/** Changes the rows of the project in every answer. */
const onRows = (scene: Scene, change: (rows: SealedRecord[]) => SealedRecord[]): Rewrite =>
  onSync((answer) => ({
    ...answer,
    scopes: answer.scopes.map((scope) =>
      scope.id === scene.projectId ? { ...scope, rows: change(scope.rows) } : scope,
    ),
  }));

const twoFolders = (scene: Scene): [Folder, Folder] => [
  { id: randomUUID(), name: scene.title() },
  { id: randomUUID(), name: scene.title() },
];

async function write({ workspace, projectId }: Scene, folders: readonly Folder[]): Promise<void> {
  workspace.transaction(() => {
    for (const folder of folders) workspace.create('document', projectId, { kind: 'folder', ...folder });
  });
  await workspace.outbox.sent();
}

/** Shows the documents of a project that nothing was done to yet. */
async function openDocuments(scene: Scene): Promise<void> {
  await scene.turnPage();
  await scene.member.page.goto(`/${scene.workspace.id}/projects/${scene.projectId}/documents`);
}

/**
 * Returns a script on two folders that are new: honest ones arrive; of attacked ones only those that `remain`
 * say.
 */
function onNewFolders(
  id: string,
  title: string,
  change: (rows: SealedRecord[], folders: readonly [Folder, Folder]) => SealedRecord[],
  remain: readonly [boolean, boolean],
): Script {
  let folders: [Folder, Folder];
  return {
    id,
    title,
    refusal: notOpened,
    honest: async (scene) => {
      await openDocuments(scene);
      const honest = twoFolders(scene);
      await write(scene, honest);
      for (const { name } of honest) await isShown(scene.member.page, name);
      return scene.member.page;
    },
    attack: async (scene) => {
      folders = twoFolders(scene);
      return onRows(scene, (rows) => change(rows, folders));
    },
    suffer: async (scene) => {
      await write(scene, folders);
      return scene.member.page;
    },
    also: async (_, page) => {
      for (const [at, { name }] of folders.entries())
        await (remain[at] ? isShown(page, name) : isAbsent(page, name));
    },
    afterwards: async (_, page) => {
      await page.reload();
      for (const { name } of folders) await isShown(page, name);
      await isAbsent(page, notOpened);
      if (!remain.every(Boolean)) return;
      // What was served under an id of nobody's has no honest state; a server does not get it out of sight by itself.
      await isShown(page, /shows (it|them) no more/);
      await confirmRead(page);
      await isAbsent(page, /shows (it|them) no more/);
    },
  };
}

/**
 * Resolves with a document that an employee signed, sealed under the project's key: in their own name, or in
 * the admin's.
 */
async function documentBy(
  scene: Scene,
  name: string,
  { honest }: { honest: boolean },
): Promise<SealedRecord> {
  const { workspace, projectId, actor } = scene;
  const employee = await employeeOf(scene);
  const everything = await scene.everything();
  const { byScope, cert } = await keysOf(actor, workspace.id, everything);
  const { seeds, cert: own } = await accountOf(employee);
  const keys = byScope.get(projectId)!;
  const place: RecordPlace = {
    workspaceId: workspace.id,
    scopeId: projectId,
    entity: 'document',
    id: randomUUID(),
    version: 1,
    refs: { nameTag: 'A'.repeat(43) },
    generation: keys.length,
  };
  const plain = { kind: 'folder', name, createdBy: actor.session.user!.id, createdAt: Date.now() };
  const signer = await recordSigner({ seeds, cert: honest ? own : cert });
  const head = await headOf(everything);
  const signed = await signRecord(signer, place, head, utf8(JSON.stringify(plain)));
  const sealed = await sealRecord(await importScopeKey(keys.at(-1)!), place, signed);
  const { entity, id, scopeId, version } = place;
  const refs = place.refs as SealedRecord['refs'];
  return { entity, id, scopeId, version, refs, revision: 0, sealed, deleted: false, updatedAt: Date.now() };
}

const injected = (scene: Scene, row: SealedRecord): Rewrite =>
  onSync((answer) => ({
    ...answer,
    scopes: answer.scopes.map((scope) =>
      scope.id === scene.projectId
        ? { ...scope, rows: [...scope.rows, { ...row, revision: scope.cursor }] }
        : scope,
    ),
  }));

/** Writes something new in the project, so that browsers pull it. */
const stir = (scene: Scene) => write(scene, [twoFolders(scene)[0]]);

function forgedAuthor(): Script {
  let forged = '';
  return {
    id: 'M29',
    title: 'a document comes in an admin’s name, signed by an employee',
    refusal: notOpened,
    honest: async (scene) => {
      await openDocuments(scene);
      // The control: sealed and served in the same way, it opens where it is signed by whom it names.
      const own = scene.title();
      const { rewrites } = scene.site.proxy;
      rewrites.push(injected(scene, await documentBy(scene, own, { honest: true })));
      await stir(scene);
      await isShown(scene.member.page, own);
      rewrites.length = 0;
      return scene.member.page;
    },
    attack: async (scene) => {
      forged = scene.title();
      return injected(scene, await documentBy(scene, forged, { honest: false }));
    },
    suffer: async (scene) => {
      await stir(scene);
      return scene.member.page;
    },
    also: (_, page) => isAbsent(page, forged),
  };
}

export const documentScripts: Script[] = [
  onNewFolders(
    'M12',
    'a folder that nobody made is served beside others',
    (rows, [a]) => rows.flatMap((row) => (row.id === a.id ? [row, { ...row, id: randomUUID() }] : [row])),
    [true, true],
  ),
  onNewFolders(
    'M13',
    'a folder is served inside another',
    (rows, [a, b]) =>
      rows.map((row) => (row.id === b.id ? { ...row, refs: { ...row.refs, parentId: a.id } } : row)),
    [true, false],
  ),
  onNewFolders(
    'M14',
    'two folders are served inside each other',
    (rows, [a, b]) =>
      rows.map((row) => {
        const parentId = row.id === a.id ? b.id : row.id === b.id ? a.id : undefined;
        return parentId ? { ...row, refs: { ...row.refs, parentId } } : row;
      }),
    [false, false],
  ),
  forgedAuthor(),
];
