import { entity, type Open, text } from './entity.ts';

/** A user's own details, for the user alone; copied into a workspace's member directory when they join it. */
export const profile = entity('profile', {
  scope: 'personal',
  refs: {},
  sealed: {
    firstName: text(100),
    lastName: text(100),
    /** A 128 px PNG as a base64url string. */
    avatar: text(200_000).optional(),
  },
});
export type Profile = Open<typeof profile>;
