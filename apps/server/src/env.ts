/** The settings of the server. Each one stands in the table of `docs/self-hosting.md`; a test compares the two. */
import { resolve } from 'node:path';
import { countries } from '@kontor/contract/text/country';
import { isVatId, plainVatId } from '@kontor/contract/text/vatId';
import { billings, registrations } from '@kontor/contract/wire/server';
import { z } from 'zod';
import { type Proxies, trustedProxies } from './http/callerAddress.ts';

/** Accepts the empty string as unset, so that a compose file may pass `SMTP_URL=` through. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const withDefault = <T extends z.ZodType>(schema: T, fallback: string) =>
  z.preprocess((value) => (value === '' || value === undefined ? fallback : value), schema);

const url = (protocols: RegExp) => z.url({ protocol: protocols });

/**
 * Parses TRUST_PROXY. `true` trusts the one proxy in front, that is the last address of `X-Forwarded-For`: earlier
 * ones were put there by the caller, who would choose the address that attempts are counted against.
 */
function readTrust(text: string): Proxies {
  if (text === 'true') return 1;
  if (text === 'false') return false;
  return /^\d{1,2}$/.test(text) ? Number(text) || false : text;
}

/** Tests if the server can go by it: a word that is no address, like `yes`, cannot be read. */
function isTrust(trust: Proxies): boolean {
  try {
    trustedProxies({ TRUST_PROXY: trust });
    return true;
  } catch {
    return false;
  }
}

/**
 * Tests if an address says no more than where a server is: Kontor lies below no path. Returns true for what is no address, which
 * was refused already.
 */
function isOrigin(address: string): boolean {
  const url = URL.parse(address);
  return url === null || url.href === `${url.origin}/`;
}

/** Tests if user and password of an address can be read: a percent sign in one of them stands as `%25`. */
function hasReadableLogin(address: string): boolean {
  const { username = '', password = '' } = URL.parse(address) ?? {};
  try {
    decodeURIComponent(username);
    decodeURIComponent(password);
    return true;
  } catch {
    return false;
  }
}

const unreadableLogin = 'user and password of an address are percent-encoded';

/** Tests if an address names a Pusher app with its key and secret. */
function isPusherApp(address: string): boolean {
  const { username, password, pathname = '' } = URL.parse(address) ?? {};
  return Boolean(username && password) && /^\/apps\/[^/]+$/.test(pathname);
}

const sender = /^(.*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

/** The details of the seller that an invoice must name. */
const sellerSettings = [
  'SELLER_NAME',
  'SELLER_ADDRESS',
  'SELLER_POSTAL_CODE',
  'SELLER_CITY',
  'SELLER_EMAIL',
  'SELLER_VAT_ID',
] as const;

type SellerSettings = Pick<
  Settings,
  (typeof sellerSettings)[number] | 'SELLER_COUNTRY' | 'SELLER_VAT_CH' | 'BILLING'
>;

/** Holds the seller's details against each other. In the sandbox all may be missing: then nobody real sells. */
function checkSeller(
  value: SellerSettings,
  refuse: (name: keyof SellerSettings, message: string) => void,
): void {
  if (value.BILLING === 'none') return;
  const missing = sellerSettings.filter((name) => value[name] === undefined);
  if (value.BILLING !== 'sandbox' || missing.length < sellerSettings.length)
    for (const name of missing)
      refuse(name, 'needed on invoices, once BILLING takes money or another is there');
  const { SELLER_VAT_ID, SELLER_COUNTRY, SELLER_VAT_CH } = value;
  if (SELLER_VAT_ID && !isVatId(SELLER_VAT_ID, SELLER_COUNTRY))
    refuse('SELLER_VAT_ID', `no VAT id of SELLER_COUNTRY (${SELLER_COUNTRY})`);
  if (SELLER_VAT_CH && !isVatId(SELLER_VAT_CH, 'ch')) refuse('SELLER_VAT_CH', 'no Swiss VAT number');
}

const settings = z
  .object({
    PORT: withDefault(z.coerce.number().int().min(0).max(65_535), '4000'),
    HOST: withDefault(z.string(), '127.0.0.1'),
    KONTOR_DATA: withDefault(z.string(), './data').transform((path) => resolve(path)),
    PUBLIC_URL: optional(
      url(/^https?$/)
        .refine(isOrigin, 'an address without a path: Kontor needs a host name of its own')
        .transform((value) => new URL(value).origin),
    ),
    TRUST_PROXY: withDefault(
      z
        .string()
        .transform(readTrust)
        .refine(isTrust, 'true, false, a number, or addresses and networks separated by commas'),
      'false',
    ),
    DATABASE_URL: optional(url(/^postgres(ql)?$/)),
    DATABASE_OWNER_URL: optional(url(/^postgres(ql)?$/)),
    S3_ENDPOINT: optional(url(/^https?$/)),
    S3_BUCKET: optional(z.string()),
    S3_REGION: withDefault(z.string(), 'us-east-1'),
    S3_ACCESS_KEY_ID: optional(z.string()),
    S3_SECRET_ACCESS_KEY: optional(z.string()),
    SMTP_URL: optional(url(/^smtps?$/).refine(hasReadableLogin, unreadableLogin)),
    MAIL_FROM: optional(z.string().trim().regex(sender, 'an address, or a name and an address in < >')),
    REALTIME_KEY: withDefault(
      z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'letters, digits, - and _ only'),
      'kontor',
    ),
    PUSHER_URL: optional(
      url(/^https?$/)
        .refine(isPusherApp, 'needs a key, its password and the path /apps/<app id>')
        .refine(hasReadableLogin, unreadableLogin),
    ),
    STORAGE_LIMIT_BYTES: optional(z.coerce.number().int().positive()),
    REGISTRATION: withDefault(z.enum(registrations), 'open'),
    BILLING: withDefault(z.enum(billings), 'sandbox'),
    STRIPE_SECRET_KEY: optional(
      z.string().regex(/^(sk|rk)_(test|live)_\w+$/, 'a secret or restricted key of Stripe'),
    ),
    STRIPE_WEBHOOK_SECRET: optional(z.string().regex(/^whsec_\w+$/, 'a signing secret of Stripe')),
    SELLER_NAME: optional(z.string()),
    SELLER_ADDRESS: optional(z.string()),
    SELLER_POSTAL_CODE: optional(z.string()),
    SELLER_CITY: optional(z.string()),
    SELLER_COUNTRY: withDefault(z.enum(countries), 'at'),
    SELLER_EMAIL: optional(z.email()),
    SELLER_VAT_ID: optional(z.string().transform(plainVatId)),
    SELLER_VAT_CH: optional(z.string().transform(plainVatId)),
    SELLER_REGISTER: optional(z.string()),
    TERMS_URL: optional(url(/^https?$/)),
    PRIVACY_URL: optional(url(/^https?$/)),
    SUPPORT_URL: optional(url(/^https?$/)),
    AGREEMENT_FILE: optional(z.string().transform((path) => resolve(path))),
    AGREEMENT_VERSION: optional(z.string().max(40)),
    LOG_LEVEL: withDefault(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  })
  .superRefine((value, context) => {
    const s3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
    const missing = s3.filter((name) => value[name] === undefined);
    if (missing.length > 0 && missing.length < s3.length)
      for (const name of missing)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'needed once another S3_ setting is there',
        });
    if (value.BILLING === 'stripe')
      for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)
        if (value[name] === undefined)
          context.addIssue({ code: 'custom', path: [name], message: 'needed where BILLING is stripe' });
    if (value.SMTP_URL && !value.MAIL_FROM)
      context.addIssue({
        code: 'custom',
        path: ['MAIL_FROM'],
        message: 'needed where SMTP_URL is set: an address that its server sends for',
      });
    if (value.DATABASE_OWNER_URL && !value.DATABASE_URL)
      context.addIssue({
        code: 'custom',
        path: ['DATABASE_OWNER_URL'],
        message: 'needs DATABASE_URL, the same database as the role that the server works with',
      });
    if (value.AGREEMENT_FILE && !value.AGREEMENT_VERSION)
      context.addIssue({
        code: 'custom',
        path: ['AGREEMENT_VERSION'],
        message: 'needed where AGREEMENT_FILE is set',
      });
    checkSeller(value, (name, message) => context.addIssue({ code: 'custom', path: [name], message }));
  });

type Settings = z.infer<typeof settings>;

/** The settings after validation. `PUBLIC_URL` is an origin without a trailing slash. */
export type Env = Omit<Settings, 'PUBLIC_URL' | 'MAIL_FROM'> & {
  PUBLIC_URL: string;
  MAIL_FROM: string;
};

export const settingNames = Object.keys(settings.shape) as (keyof Settings)[];

/** Thrown with one line per bad setting; `main.ts` prints it and exits. */
export class BadSettings extends Error {
  override name = 'BadSettings';
}

/**
 * Reads and checks the environment.
 * @throws BadSettings naming every setting that is wrong, never its value (it may be a secret).
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const result = settings.safeParse(source);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new BadSettings(`These settings are wrong (see docs/self-hosting.md):\n${lines.join('\n')}`);
  }
  const { PUBLIC_URL = `http://localhost:${result.data.PORT}`, MAIL_FROM = 'Kontor <kontor@localhost>' } =
    result.data;
  return { ...result.data, PUBLIC_URL, MAIL_FROM };
}

const loopbackHost = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Tests for a server of this machine alone: then the local mailbox may be shown. */
export const isLoopback = (origin: string) => loopbackHost.test(new URL(origin).hostname);

/** Tests if browsers reach us by https, so that cookies must be Secure. */
export const isHttps = (env: Pick<Env, 'PUBLIC_URL'>) => env.PUBLIC_URL.startsWith('https:');
