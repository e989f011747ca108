/** Actions of admins upon people. Those upon members are signed and sent at once: they need a connection. */
import type { TeamMember } from '@kontor/client/team/team';
import type { Member } from '@kontor/contract/nouns/member';
import { personnelId } from '@kontor/contract/nouns/personnel';
import { failureCode, toastFailure } from '../../platform/failures/failures.ts';
import { toast } from '../../platform/toasts.tsx';
import { tryAct } from '../../platform/tryAct.ts';
import { currentWorkspace, isOffline } from '../../platform/workspace/workspace.ts';
import { present } from '../../ui/form/entityFields.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { whileBusy } from './busy.ts';
import type { MemberValues } from './memberFields.ts';
import { teamMessages } from './messages.ts';
import { type PersonnelValues, personnelFields } from './personnel/personnelFields.ts';
import { currentTeam, nameOf } from './queries.ts';

const { t } = teamMessages;

/** Says why an act upon a member was not done. */
function toastActFailure(failure: unknown, otherwise: string): void {
  const code = failureCode(failure);
  const fault = (failure as { fault?: unknown } | null)?.fault;
  if (code === 'OFFLINE') toast.error(t('needsLine'));
  else if (fault === 'missing-key') toast.error(t('notSealed'));
  else if (code === 'read-only') toastFailure(failure);
  // The log's rules refuse here what changed since it was shown: somebody left, has the role already, is the owner.
  else if (
    typeof fault === 'string' ||
    code === 'LOG_MOVED' ||
    code === 'SCOPES_MOVED' ||
    code === 'LOG_REFUSED'
  )
    toast.error(t('moved'));
  else toastFailure(failure, otherwise);
}

async function tryTeamAct(act: () => Promise<void>, otherwise: string): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (failure) {
    toastActFailure(failure, otherwise);
    return false;
  }
}

/** Asks, then removes somebody for good. */
export async function removeMember(member: TeamMember): Promise<boolean> {
  const name = nameOf(member);
  const sure = await confirm({
    title: t('removeTitle', { name }),
    body: t('removeBody', { name }),
    action: t('remove'),
    danger: true,
  });
  if (!sure) return false;
  const team = await currentTeam();
  const act = () => whileBusy(member.userId, () => team.remove(member.userId));
  const gone = await tryTeamAct(act, t('removeFailed', { name }));
  if (gone) toast.success(t('wasRemoved', { name }));
  return gone;
}

/** Asks, then passes the workspace on. */
export async function makeOwner(member: TeamMember): Promise<void> {
  const name = nameOf(member);
  const sure = await confirm({
    title: t('makeOwnerTitle', { name }),
    body: t('makeOwnerBody', { name }),
    action: t('makeOwner'),
  });
  if (!sure) return;
  const team = await currentTeam();
  const act = () => whileBusy(member.userId, () => team.makeOwner(member.userId));
  if (await tryTeamAct(act, t('makeOwnerFailed'))) toast.success(t('wasMadeOwner', { name }));
}

/** Writes what was changed in a personnel file; the first words begin it. */
function savePersonnel(userId: string, changes: Partial<PersonnelValues>): void {
  const { records } = currentWorkspace();
  const id = personnelId(userId);
  const fields = personnelFields.write(changes);
  if (Object.keys(fields).length === 0) return;
  if (records.collections.personnel.get(id)) records.update('personnel', id, fields);
  else records.create('personnel', records.scopeOf('admins'), { id, userId, ...present(fields) });
}

/** Saves the file of somebody who has left; it is sent when it can be. False after saying that it failed. */
export function saveFormer(member: Member, changes: Partial<PersonnelValues>): boolean {
  const name = nameOf(member);
  const isSaved = tryAct(() => savePersonnel(member.userId, changes), t('saveFailed'));
  if (isSaved) toast.success(t('saved', { name }));
  return isSaved;
}

/** Asks, then deletes the file of somebody who has left, or works here no more. */
export async function deletePersonnel(member: Member | TeamMember): Promise<boolean> {
  const name = nameOf(member);
  const sure = await confirm({
    title: t('deleteFileTitle', { name }),
    body: t('deleteFileBody'),
    action: t('delete'),
    danger: true,
  });
  if (!sure) return false;
  const remove = () => currentWorkspace().records.remove('personnel', personnelId(member.userId));
  const isGone = tryAct(remove, t('saveFailed'));
  if (isGone) toast.success(t('fileDeleted', { name }));
  return isGone;
}

/** Asks before a right is taken away, and says what that means. */
export async function askMember(member: TeamMember, values: MemberValues): Promise<boolean> {
  const asked = question(member, values);
  return !asked || confirm({ ...asked, danger: true });
}

function question(member: TeamMember, { role, status }: Pick<MemberValues, 'role' | 'status'>) {
  const name = nameOf(member);
  if (status === 'INACTIVE' && member.status !== 'INACTIVE')
    return {
      title: t('deactivateTitle', { name }),
      body: t('deactivateBody', { name }),
      action: t('deactivate'),
    };
  if (role === 'CUSTOMER' && member.role !== 'CUSTOMER')
    return {
      title: t('toCustomerTitle', { name }),
      body: t('toCustomerBody', { name }),
      action: t('toCustomer'),
    };
  if (role === 'EMPLOYEE' && member.role === 'ADMIN')
    return { title: t('demoteTitle', { name }), body: t('demoteBody', { name }), action: t('demote') };
  return undefined;
}

/**
 * Saves what was changed: role and status with the server, then the personnel file, and what else belongs to the form, on this
 * device. True when all of it is done.
 */
export async function saveMember(
  member: TeamMember,
  changes: Partial<MemberValues>,
  values: MemberValues,
  saveRest: () => void,
): Promise<boolean> {
  const { userId } = member;
  const { role, status } = values;
  const customerId = role === 'CUSTOMER' ? values.customerId : undefined;
  const isMoved = 'role' in changes || (role === 'CUSTOMER' && 'customerId' in changes);
  const isAct = isMoved || 'status' in changes;
  const done = await tryTeamAct(async () => {
    const team = await currentTeam();
    if (isMoved) await team.setRole(userId, role, customerId);
    if ('status' in changes) await team.setStatus(userId, status);
    savePersonnel(userId, changes);
    saveRest();
  }, t('saveFailed'));
  if (!done) return false;
  if (!isAct && isOffline()) toast.info(t('savedHere'));
  else toast.success(t('saved', { name: nameOf(member) }));
  return true;
}
