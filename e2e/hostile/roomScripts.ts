/** Scripts in which the server lies about what was said in a room: what somebody says there is a chain. */
import { createRoom } from '@kontor/client/nouns/room';
import type { SealedRecord } from '@kontor/contract/entity/entity';
import type { RichText } from '@kontor/contract/entity/field';
import { onRows, type Rewrite } from './proxy.ts';
import { isAbsent, isShown, leave, type Scene } from './scene.ts';
import type { Script } from './script.ts';

const leftOut = 'The server leaves something out, or shows it in another order than it was written in.';

const doc = (text: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

/** Says something on the honest device, each on its own. Returns the ids. */
async function say({ workspace, actor }: Scene, roomId: string, texts: readonly string[]): Promise<string[]> {
  const userId = actor.session.user!.id;
  const ids: string[] = [];
  for (const text of texts) {
    const message = { userId, notifyIds: [], content: doc(text), createdAt: Date.now() };
    ids.push(workspace.create('message', roomId, message).id);
    await workspace.outbox.sent();
  }
  return ids;
}

/** Changes the rows of a room in whatever answers bring them. */
const onRoom = (roomId: string, change: (rows: SealedRecord[]) => SealedRecord[]): Rewrite =>
  onRows((answer) => ({
    ...answer,
    scopes: answer.scopes.map((scope) =>
      scope.id === roomId ? { ...scope, rows: change(scope.rows) } : scope,
    ),
  }));

interface Lie {
  id: string;
  title: string;
  /** Changes the rows of an answer; `written`: the four as they are, in order. */
  change(rows: SealedRecord[], written: readonly SealedRecord[]): SealedRecord[];
  /** The places (0 to 3) of what does not show for as long as the server lies. */
  hidden: readonly number[];
}

/** Returns a script on four messages of one person, which come in one answer. */
function onMessages({ id, title, change, hidden }: Lie): Script {
  let roomId = '';
  let texts: string[] = [];
  let ids: string[] = [];
  const address = ({ workspace }: Scene) => `/${workspace.id}/chat/${roomId}`;
  const four = (scene: Scene) => [1, 2, 3, 4].map(() => scene.title());
  return {
    id,
    title,
    refusal: leftOut,
    mayCall: ['/api/auth/callback/credentials'],
    honest: async (scene) => {
      const { page } = scene.member;
      const by = { userId: scene.actor.session.user!.id, at: Date.now() };
      roomId = createRoom(scene.workspace, { name: scene.title(), memberIds: [] }, 'open', by);
      const first = four(scene);
      await say(scene, roomId, first);
      await page.goto(address(scene));
      for (const text of first) await isShown(page, text);
      return page;
    },
    attack: async (scene) => {
      texts = four(scene);
      const passed = new Map<string, SealedRecord>();
      return onRoom(roomId, (rows) => {
        for (const row of rows) passed.set(row.id, row);
        const written = ids.flatMap((each) => passed.get(each) ?? []);
        // What the other device hears meanwhile comes one by one: it is told the truth.
        return written.length < 4 ? rows : change(rows, written);
      });
    },
    suffer: async (scene) => {
      ids = await say(scene, roomId, texts);
      const fresh = await scene.newcomer();
      await fresh.signIn();
      await fresh.page.goto(address(scene));
      return fresh.page;
    },
    also: async (_, page) => {
      for (const [at, text] of texts.entries())
        await (hidden.includes(at) ? isAbsent(page, text) : isShown(page, text));
    },
    afterwards: async (scene, page) => {
      await leave(page);
      const fresh = await scene.newcomer();
      await fresh.signIn();
      await fresh.page.goto(address(scene));
      for (const text of texts) await isShown(fresh.page, text);
      await isAbsent(fresh.page, leftOut);
      await leave(fresh.page);
    },
  };
}

/** Returns a row in another one's place. */
const inPlaceOf = (row: SealedRecord, { revision, createdRevision }: SealedRecord): SealedRecord => ({
  ...row,
  revision,
  ...(createdRevision !== undefined && { createdRevision }),
});

export const roomScripts: Script[] = [
  onMessages({
    id: 'M19',
    title: 'a message is left out',
    change: (rows, written) => rows.filter(({ id }) => id !== written[1]!.id),
    hidden: [1],
  }),
  onMessages({
    id: 'M20',
    title: 'two messages are served in each other’s order',
    change: (rows, [, b, c]) =>
      rows.map((row) =>
        row.id === b!.id ? inPlaceOf(row, c!) : row.id === c!.id ? inPlaceOf(row, b!) : row,
      ),
    hidden: [],
  }),
  onMessages({
    id: 'M21',
    title: 'a message of before is served in the place of a later one',
    change: (rows, [a, , c]) => rows.map((row) => (row.id === c!.id ? inPlaceOf(a!, c!) : row)),
    hidden: [2],
  }),
];
