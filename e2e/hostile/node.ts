/** The product's own client in Node, opened anew as often as a test wants, on a device that knows nothing yet. */
import { MemoryStore } from '@kontor/client/device/memoryStore';
import { silentRealtime } from '@kontor/client/testing/silentRealtime';
import { openPersonal, openWorkspace } from '@kontor/client/workspace/openWorkspace';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { Actor } from '@kontor/testkit/actor';

/** Opens a workspace as a fresh device of the actor would: with the keys in hand and an empty store. */
export async function openFresh(actor: Actor, workspaceId: string): Promise<Workspace> {
  const { device, session } = actor;
  const personal = {
    userId: session.user!.id,
    http: device.http.forWorkspace(''),
    vault: device.vault,
    device: new MemoryStore(),
    realtime: silentRealtime,
  };
  const workspace = await openWorkspace({
    ...personal,
    workspaceId,
    isWritable: () => true,
    onShutOut: () => {},
    http: device.http.forWorkspace(workspaceId),
    personal: await openPersonal(personal),
    chosen: new Map(),
  });
  await workspace.pull();
  return workspace;
}
