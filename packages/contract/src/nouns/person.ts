import { email, instant, text } from '../entity/field.ts';

/** What a directory says of a person. */
export const personFields = {
  firstName: text(100),
  lastName: text(100),
  email: email(),
  /** A 128 px PNG as a base64url string. */
  avatar: text(200_000).optional(),
  joinedAt: instant(),
};
