/**
 * The link of an invitation. All of it lies in the fragment, which browsers send to nobody: the invitation's id, its
 * secret and the hash of the log's entry, so that whoever opens it can tell the true log from a made-up one; and the
 * address that it is for and the workspace's name, so that pages can say them.
 */
import { emailOf } from '@kontor/contract/text/email';
import { maxEmail, maxWorkspaceName } from '@kontor/contract/text/lengths';
import { uuidPattern } from '@kontor/contract/wire/uuidPattern';

/** The data needed to accept an invitation. */
export interface InvitationSecret {
  invitationId: string;
  /** base64url of 32 bytes. */
  secret: string;
  /** Hash of the `invite` entry, base64url. */
  head: string;
}

export interface InvitationLink {
  /** Undefined in a link that only leads here: our mails carry no secret. */
  invitation: InvitationSecret | undefined;
  /** The invited address; empty where the link does not say. */
  email: string;
  /** The workspace's name as the link gives it; empty where it does not. Nothing proves it: what opens it does. */
  workspace: string;
}

/** Where links lead. */
export const joinPath = '/join';

/** Returns the address to hand over to who is invited. */
export function writeLink(origin: string, { invitationId, secret, head }: InvitationSecret, email: string) {
  const fragment = new URLSearchParams({ i: invitationId, s: secret, h: head, to: email });
  return `${origin}${joinPath}#${fragment}`;
}

/** Adds to a link the name of the workspace that invites, so that its page can say it before anybody is signed in. */
export const nameWorkspace = (link: string, workspace: string): string =>
  `${link}&${new URLSearchParams({ at: workspace })}`;

const bytes32 = /^[A-Za-z0-9_-]{43}$/;

/** Returns a fragment (with or without `#`) as a link; `broken` where a part of it got lost on the way. */
export function readLink(fragment: string): InvitationLink | 'broken' {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const [invitationId, secret, head] = ['i', 's', 'h'].map((key) => fields.get(key) ?? '');
  const email = emailOf(fields.get('to') ?? '').slice(0, maxEmail);
  const workspace = (fields.get('at') ?? '').trim().slice(0, maxWorkspaceName);
  if (!invitationId && !secret && !head) return { invitation: undefined, email, workspace };
  if (!uuidPattern.test(invitationId!) || !bytes32.test(secret!) || !bytes32.test(head!)) return 'broken';
  return { invitation: { invitationId: invitationId!, secret: secret!, head: head! }, email, workspace };
}
