/**
 * Outgoing mails. They wait in the job queue, so that no request waits for the mail server and no mail is lost while that
 * is away; sealed, because they carry codes and addresses, and the database holds the queue in clear.
 */
import { labels } from '@kontor/contract/wire/labels';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './adapters/clock.ts';
import { type Mail, type Mailer, MailRefused } from './adapters/mail.ts';
import { derivedKey } from './dataFolder.ts';
import type { Tx } from './db/database.ts';
import { openGcm, sealGcm } from './gcm.ts';
import { GiveUp, type Jobs, type QueueDefinition } from './jobs.ts';

export interface MailOptions {
  /** Sends it after the commit of this transaction, or never. */
  tx?: Tx;
  /** Time after which it is useless, and dropped. */
  expiresAt: Date;
  /** Names it in the log where it is given up, as `invoice 2026-0001`: never a person or an address. */
  about?: string;
}

export interface Mails {
  /** Queues a mail. Resolves once it is stored, not when it was sent. */
  send(mail: Mail, options: MailOptions): Promise<void>;
}

interface Entry {
  mail: Mail;
  /** ms since 1970. */
  expiresAt: number;
}

interface SealedEntry {
  /** base64url: nonce, ciphertext, tag. */
  sealed: string;
  about?: string;
}

/** Seals entries of the queue, with AES-256-GCM under a key that derives from the server's pepper. */
function entrySeal(dataPath: string) {
  const key = derivedKey(dataPath, labels.mailQueue);
  return {
    seal: (entry: Entry): SealedEntry => ({
      sealed: sealGcm(key, JSON.stringify(entry)).toString('base64url'),
    }),
    open: ({ sealed }: SealedEntry): Entry =>
      JSON.parse(openGcm(key, Buffer.from(sealed, 'base64url'))) as Entry,
  };
}

interface MailServices {
  dataPath: string;
  clock: Clock;
  mailer: Mailer;
  log: FastifyBaseLogger;
}

/** Retries for more than a week: after seconds at first, since somebody waits for the code, then each hour. */
export const retries = { retryLimit: 190, retryDelay: 5, retryDelayMax: 3_600 } satisfies Partial<
  QueueDefinition<Entry>
>;

/** Opens the queue of outgoing mails. `timing` is for tests. */
export async function openMails(
  jobs: Jobs,
  { dataPath, clock, mailer, log }: MailServices,
  timing: Partial<typeof retries> = {},
): Promise<Mails> {
  const { seal, open } = entrySeal(dataPath);
  const queue = await jobs.open<SealedEntry>({
    name: 'mail',
    ...retries,
    ...timing,
    attemptSeconds: 90,
    workers: 3,
    run: async (payload, id) => {
      const { mail, expiresAt } = open(payload);
      if (expiresAt <= clock.now().getTime()) {
        log.warn({ job: id }, 'a mail was dropped: it would have come too late');
        return;
      }
      try {
        await mailer.send(mail, id);
      } catch (error) {
        // Only the kind of error: a mail server's text often names the address.
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        const kind = [code, responseCode].filter(Boolean).join(' ');
        if (error instanceof MailRefused) throw new GiveUp(`the mail server refuses the mail (${kind})`);
        throw new Error(`the mail server did not take the mail (${kind})`);
      }
    },
  });
  return {
    send: (mail, { tx, expiresAt, about }) =>
      queue.send(
        { ...seal({ mail, expiresAt: expiresAt.getTime() }), ...(about && { about }) },
        tx ? { tx } : {},
      ),
  };
}
