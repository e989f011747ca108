/** Tickets of fetches that have begun: the server's word, which it keeps nowhere. */
import { createHmac } from 'node:crypto';
import { lp } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import { ticketSeconds } from '@kontor/contract/wire/link';
import { sameBytes } from '../../accountSecrets.ts';
import { derivedKey } from '../../dataFolder.ts';

export interface Tickets {
  /** Writes a ticket for a link: the ms until which it counts, and their HMAC-SHA-256 with the link's id. */
  write(linkId: string, now: Date): string;
  /** Tells whether a ticket is ours, for that link, and of the last hours. */
  counts(ticket: string, linkId: string, now: Date): boolean;
}

export function linkTickets(dataPath: string): Tickets {
  const key = derivedKey(dataPath, labels.linkTicket);
  const macOf = (linkId: string, until: string) =>
    createHmac('sha256', key)
      .update(lp(labels.linkTicket, linkId, until))
      .digest();
  return {
    write: (linkId, now) => {
      const until = String(now.getTime() + ticketSeconds * 1_000);
      return `${until}.${macOf(linkId, until).toString('base64url')}`;
    },
    counts: (ticket, linkId, now) => {
      const [until = '', mac = ''] = ticket.split('.');
      return sameBytes(Buffer.from(mac, 'base64url'), macOf(linkId, until)) && Number(until) > now.getTime();
    },
  };
}
