/** Ends the mails about notifications by one click and without a session (RFC 8058). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type MailRhythm,
  type NotificationEvent,
  notificationEvents,
} from '@kontor/contract/server/notification';
import type { Language } from '@kontor/contract/text/language';
import { labels } from '@kontor/contract/wire/labels';
import type { FastifyPluginAsync } from 'fastify';
import { escapeHtml } from '../../adapters/mailLayout.ts';
import { derivedKey } from '../../dataFolder.ts';
import type { Services } from '../../services.ts';
import { storeSetting } from './setting.ts';

type Parts = Pick<Services, 'env' | 'dataPath'>;

const idBytes = 16;
const tagBytes = 16;

/** Returns HMAC-SHA-256 of an account's id, cut to 16 bytes, under a key that derives from the server's pepper. */
function tagOf(dataPath: string, id: Buffer): Buffer {
  return createHmac('sha256', derivedKey(dataPath, labels.unsubscribe))
    .update(id)
    .digest()
    .subarray(0, tagBytes);
}

/** Returns the address that ends an account's mails. Its token: base64url of the id and its tag. */
export function unsubscribeUrl(
  { env, dataPath }: Pick<Parts, 'dataPath'> & { env: Pick<Services['env'], 'PUBLIC_URL'> },
  accountId: string,
): string {
  const id = Buffer.from(accountId.replaceAll('-', ''), 'hex');
  const token = Buffer.concat([id, tagOf(dataPath, id)]).toString('base64url');
  return `${env.PUBLIC_URL}/unsubscribe?token=${token}`;
}

/** Returns the account that a token is for; undefined where it is none of ours. */
function accountOf(dataPath: string, token: unknown): string | undefined {
  if (typeof token !== 'string') return undefined;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + tagBytes) return undefined;
  const id = bytes.subarray(0, idBytes);
  if (!timingSafeEqual(tagOf(dataPath, id), bytes.subarray(idBytes))) return undefined;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const words = {
  en: {
    title: 'No more e-mails?',
    ask: 'Kontor then no longer e-mails you what is new. In the app everything stays as it is.',
    action: 'No more e-mails',
    doneTitle: 'No more e-mails',
    done: 'You get no more e-mails about what is new. You can choose them again in Kontor, under Account.',
    badTitle: 'This link does not work',
    bad: 'It is damaged. Open the one in the e-mail once more.',
  },
  de: {
    title: 'Keine E-Mails mehr?',
    ask: 'Kontor schreibt Ihnen dann keine E-Mails mehr über Neues. In der App bleibt alles, wie es ist.',
    action: 'Keine E-Mails mehr',
    doneTitle: 'Keine E-Mails mehr',
    done: 'Sie bekommen keine E-Mails mehr über Neues. In Kontor können Sie sie unter Konto wieder wählen.',
    badTitle: 'Dieser Link funktioniert nicht',
    bad: 'Er ist beschädigt. Öffnen Sie den in der E-Mail noch einmal.',
  },
} as const;

const styles = `
body { background: #fbfaf7; color: #1d2939; font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { margin: 10vh auto 0; max-width: 32em; padding: 0 16px; }
h1 { font-size: 24px; }
button { background: #0b5c63; border: 0; border-radius: 6px; color: #fff; cursor: pointer; font: inherit; font-weight: 600;
  min-height: 44px; padding: 0 20px; }
`;

interface PageParts {
  language: Language;
  title: string;
  text: string;
  action?: string;
  nonce: string;
}

const page = ({ language, title, text, action = '', nonce }: PageParts) => `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} · Kontor</title>
<style nonce="${nonce}">${styles}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${action}</main></body>
</html>
`;

/** Returns the policy: no scripts; the form goes to this very page. */
const policyFor = (nonce: string) =>
  `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** Never for every event: what is added later is chosen anew. */
const never = Object.fromEntries(notificationEvents.map((event) => [event, 'NEVER'])) as Record<
  NotificationEvent,
  MailRhythm
>;

export function unsubscribeRoute({ db, dataPath }: Services): FastifyPluginAsync {
  return async (app) => {
    // Mail programs post a form of one kind or another; the address says all.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4_096 }, (_request, _body, done) =>
      done(null),
    );
    app.route({
      // A mail program posts; whoever follows the link is asked, since programs look into links, too.
      method: ['GET', 'POST'],
      url: '/unsubscribe',
      handler: async (request, reply) => {
        const { token } = request.query as { token?: unknown };
        const id = accountOf(dataPath, token);
        const account =
          id && (await db.selectFrom('account').select('metadata').where('id', '=', id).executeTakeFirst());
        const nonce = randomBytes(16).toString('base64');
        reply.header('content-security-policy', policyFor(nonce)).type('text/html; charset=utf-8');
        if (!id || !account)
          return reply.code(404).send(
            page({
              language: 'en',
              title: `${words.en.badTitle} · ${words.de.badTitle}`,
              text: `${words.en.bad} ${words.de.bad}`,
              nonce,
            }),
          );
        const { language } = account.metadata;
        const { title, ask, action, doneTitle, done } = words[language];
        const form = `<form method="post"><button>${action}</button></form>`;
        // Fastify answers HEAD with this, too.
        if (request.method !== 'POST')
          return reply.send(page({ language, title, text: ask, action: form, nonce }));
        await storeSetting(db, id, { mail: never });
        return reply.send(page({ language, title: doneTitle, text: done, nonce }));
      },
    });
  };
}
