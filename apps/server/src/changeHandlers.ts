/** Every change and the noun that handles it; of records, the rules that their descriptions do not make. */
import { customerRule } from './features/customer/recordRule.ts';
import { customerFileRule } from './features/customerFile/recordRule.ts';
import { documentRule } from './features/document/recordRule.ts';
import { invitationChanges } from './features/invitation/changes.ts';
import { linkRule } from './features/link/recordRule.ts';
import { memberLogChanges } from './features/memberLog/changes.ts';
import { movedNotificationEffects, notificationEffects } from './features/notification/effects.ts';
import { personnelRule } from './features/personnel/recordRule.ts';
import { scopeChanges } from './features/scope/changes.ts';
import { keyChanges } from './features/scope/keyChanges.ts';
import { signingRule } from './features/signing/recordRule.ts';
import { workspaceChanges } from './features/workspace/changes.ts';
import type { ChangeHandlers } from './sync/changes/context.ts';

export const changeHandlers: ChangeHandlers = {
  structural: {
    ...workspaceChanges,
    ...memberLogChanges,
    ...invitationChanges,
    ...scopeChanges,
    ...keyChanges,
  },
  records: {
    document: documentRule,
    link: linkRule,
    customer: customerRule,
    customerFile: customerFileRule,
    personnel: personnelRule,
    signing: signingRule,
  },
  effects: notificationEffects,
  movedEffects: movedNotificationEffects,
};
