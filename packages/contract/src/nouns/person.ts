import { email, instant, text } from '../entity/field.ts';

/** The fields of a person in a directory. */
export const personFields = {
  firstName: text(100),
  lastName: text(100),
  email: email(),
  /** A 128 px PNG as a base64url string. */
  avatar: text(200_000).optional(),
  joinedAt: instant(),
};
