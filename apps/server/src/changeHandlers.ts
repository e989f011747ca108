/** Every change and the noun that handles it. */
import { customerUserId } from '@kontor/contract/nouns/customerUser';
import { personnelId } from '@kontor/contract/nouns/personnel';
import { businessRule } from './features/business/recordRule.ts';
import { customerRule } from './features/customer/recordRule.ts';
import { customerFileRule } from './features/customerFile/recordRule.ts';
import { documentRule } from './features/document/recordRule.ts';
import { invitationChanges } from './features/invitation/changes.ts';
import { memberLogChanges } from './features/memberLog/changes.ts';
import { scopeChanges } from './features/scope/changes.ts';
import { keyChanges } from './features/scope/keyChanges.ts';
import { shareRule } from './features/share/recordRule.ts';
import { workspaceChanges } from './features/workspace/changes.ts';
import type { ChangeHandlers } from './sync/changes/context.ts';
import { personRule } from './sync/changes/personRule.ts';
import { scopeRecordRule } from './sync/changes/scopeRecordRule.ts';

export const changeHandlers: ChangeHandlers = {
  structural: {
    ...workspaceChanges,
    ...memberLogChanges,
    ...invitationChanges,
    ...scopeChanges,
    ...keyChanges,
  },
  records: {
    business: businessRule,
    document: documentRule,
    member: personRule((userId) => userId),
    personnel: personRule(personnelId),
    customer: customerRule,
    customerFile: customerFileRule,
    customerUser: personRule(customerUserId),
    profile: scopeRecordRule,
    project: scopeRecordRule,
    share: shareRule,
  },
  effects: {},
};
