/**
 * The link of an invitation. All of it lies in the fragment, which browsers send to nobody: the invitation's id, its
 * secret and the hash of the log's entry, so that whoever opens it can tell the true log from a made-up one; and the
 * address that it is for, so that forms know it.
 */

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
}

/** Where links lead. */
export const joinPath = '/join';

/** The address to hand over to who is invited. */
export function writeLink(origin: string, { invitationId, secret, head }: InvitationSecret, email: string) {
  const fragment = new URLSearchParams({ i: invitationId, s: secret, h: head, to: email });
  return `${origin}${joinPath}#${fragment}`;
}

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const bytes32 = /^[A-Za-z0-9_-]{43}$/;

/** A fragment (with or without `#`) as a link; `broken` where a part of it got lost on the way. */
export function readLink(fragment: string): InvitationLink | 'broken' {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const [invitationId, secret, head] = ['i', 's', 'h'].map((key) => fields.get(key) ?? '');
  const email = (fields.get('to') ?? '').trim().toLowerCase().slice(0, 254);
  if (!invitationId && !secret && !head) return { invitation: undefined, email };
  if (!id.test(invitationId!) || !bytes32.test(secret!) || !bytes32.test(head!)) return 'broken';
  return { invitation: { invitationId: invitationId!, secret: secret!, head: head! }, email };
}
