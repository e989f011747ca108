import { entity, type Open } from './entity.ts';
import { instant, text } from './field.ts';
import { ref } from './ref.ts';

/** The member directory: who people are, for those who work in the workspace. Roles are in the member log alone. */
export const member = entity('member', {
  scope: 'staff',
  refs: { userId: ref('user') },
  sealed: {
    firstName: text(100),
    lastName: text(100),
    email: text(254),
    /** A 128 px PNG as a base64url string. */
    avatar: text(200_000).optional(),
    joinedAt: instant(),
  },
});
export type Member = Open<typeof member>;
