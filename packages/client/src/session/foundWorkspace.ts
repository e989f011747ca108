/** Founding a workspace: its log, scopes, keys and first records, in one batch. */
import { toBase64Url } from '@kontor/contract/wire/bytes';
import type { Change, RecordChangeName } from '@kontor/contract/wire/change';
import type { Scope } from '@kontor/contract/wire/scope';
import { v7 as uuidv7 } from 'uuid';
import type { DeviceStore } from '../device/deviceStore.ts';
import { applySurely } from '../http/applySurely.ts';
import type { Http } from '../http/http.ts';
import { keepPin } from '../vault/keepPin.ts';
import type { PlainRecord } from '../vault/plainRecord.ts';
import type { Vault } from '../vault/vault.ts';
import { readProfile } from './profile/profile.ts';
import type { NewWorkspace, SessionUser } from './view/sessionView.ts';

/** Creates the workspace on the server. @throws CallError */
export async function foundWorkspace(
  { http, vault, device, user }: { http: Http; vault: Vault; device: DeviceStore; user: SessionUser },
  workspaceId: string,
  workspace: NewWorkspace,
): Promise<void> {
  const names = await readProfile({ http, vault, userId: user.id });
  const at = Date.now();
  const [adminsScopeId, staffScopeId] = [uuidv7(), uuidv7()];
  const made = await vault.createWorkspaceKeys({ workspaceId, adminsScopeId, staffScopeId, at });
  const scopes: Scope[] = [
    { id: adminsScopeId, kind: 'admins', access: 'private' },
    { id: staffScopeId, kind: 'staff', access: 'private' },
  ];
  const records: PlainRecord[] = [
    {
      entity: 'member',
      id: user.id,
      scopeId: staffScopeId,
      version: 1,
      refs: { userId: user.id },
      plain: { ...names, email: user.email, joinedAt: at },
    },
    {
      entity: 'business',
      id: workspaceId,
      scopeId: adminsScopeId,
      version: 1,
      refs: {},
      plain: { ...workspace.business },
    },
  ];
  const sealed = await vault.sealRecords(workspaceId, records);
  const { name, color, logo } = workspace;
  const changes: Change[] = [
    {
      name: 'workspace.create',
      args: { id: workspaceId, name, color, logo: logo ? toBase64Url(logo) : '' },
    },
    { name: 'log.append', args: { entry: made.entry } },
    ...scopes.map((scope): Change => ({ name: 'scope.create', args: { scope } })),
    ...made.keys.map((key): Change => ({ name: 'key.add', args: { key } })),
    ...records.map(
      ({ entity, scopeId, id, version, refs }, i): Change => ({
        name: `${entity}.create` as RecordChangeName,
        args: { scopeId, id, version, refs, sealed: toBase64Url(sealed[i]!) },
      }),
    ),
  ];
  await applySurely(http.forWorkspace(workspaceId), { id: uuidv7(), workspaceId, changes });
  // It is founded: opening it keeps the pin that could not be kept now.
  await keepPin({ http, vault, device }, workspaceId).catch(() => undefined);
}
