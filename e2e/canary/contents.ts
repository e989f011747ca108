/** Opens the sealed contents of somebody's records byte by byte, bypassing the client's interpretation. */
import { syncTransport } from '@kontor/client/http/syncTransport';
import type { SyncAnswer } from '@kontor/contract/wire/sync';
import { readSigned } from '@kontor/crypto/authorSignature';
import { openRecords } from '@kontor/crypto/recordBatch';
import { importScopeKey } from '@kontor/crypto/scopeKey';
import type { Actor } from '@kontor/testkit/actor';
import { keysOf } from '../hostile/secrets.ts';

/** Returns the contents of all records of a workspace and of the person, concatenated as text. */
export async function contentsOf(actor: Actor, workspaceId: string): Promise<string> {
  const { http } = actor.device;
  const everything = { cursors: {}, logLength: 0 };
  const shared = await syncTransport(http.forWorkspace(workspaceId)).sync({ workspaceId, ...everything });
  const own = await syncTransport(http).sync(everything);
  const { byScope } = await keysOf(actor, workspaceId, shared);
  const open = async (answer: SyncAnswer) => {
    const texts: string[] = [];
    for (const { id, kind, rows } of answer.scopes) {
      // A colleague's hours open by the admins' key, and hold nothing that was planted.
      if (kind === 'hours' && !byScope.has(id)) continue;
      const handles = await Promise.all((byScope.get(id) ?? []).map((key) => importScopeKey(key)));
      const byKid = new Map(handles.map((handle) => [handle.kidText, handle]));
      for (const result of await openRecords(byKid, kind === 'personal' ? '' : workspaceId, rows)) {
        if (result.state !== 'open')
          throw new Error(`a record of the ${kind} scope ${id} is ${result.state}`);
        texts.push(Buffer.from(readSigned(result.signed).content).toString());
      }
    }
    return texts;
  };
  return [...(await open(shared)), ...(await open(own))].join('\n');
}
