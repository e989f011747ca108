/**
 * AWS Signature Version 4 in the query string ("presigned URL"), signing and checking, for the service `s3` with an
 * unsigned payload. Source: AWS, "Authenticating Requests: Using Query Parameters (AWS Signature Version 4)".
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export type Credentials = { accessKeyId: string; secretAccessKey: string; region: string };

/** One request as both sides see it. `path` is the raw, already encoded path; header names are lower case. */
export type SignedRequest = {
  method: string;
  host: string;
  path: string;
  query: [string, string][];
  headers: Record<string, string | undefined>;
};

type Verdict =
  | { ok: true; signedHeaders: ReadonlySet<string> }
  | { ok: false; reason: 'malformed' | 'expired' | 'signature' };

const algorithm = 'AWS4-HMAC-SHA256';
/** Seconds that a signer's clock may run ahead of ours. */
const clockSkewSeconds = 60;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Formats a time in milliseconds as `20130524T000000Z`. */
const stamp = (time: number) => new Date(time).toISOString().replace(/[:-]|\.\d{3}/g, '');

/** Returns the credential scope of a date stamp. */
const scopeOf = (date: string, { region }: Credentials) => `${date.slice(0, 8)}/${region}/s3/aws4_request`;

function parseStamp(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second] = match.map(Number);
  const time = Date.UTC(year!, month! - 1, day, hour, minute, second);
  return stamp(time) === text ? time : undefined;
}

function signature(request: SignedRequest, signedHeaders: string[], date: string, credentials: Credentials) {
  const query = request.query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map((pair) => pair.join('='))
    .join('&');
  const headers = signedHeaders.map((name) => {
    const value = name === 'host' ? request.host : (request.headers[name] ?? '');
    return `${name}:${value.trim().replace(/\s+/g, ' ')}\n`;
  });
  const canonical = [
    request.method,
    request.path,
    query,
    headers.join(''),
    signedHeaders.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const day = date.slice(0, 8);
  const toSign = [algorithm, date, scopeOf(date, credentials), sha256(canonical)].join('\n');
  const dayKey = hmac(`AWS4${credentials.secretAccessKey}`, day);
  const key = hmac(hmac(hmac(dayKey, credentials.region), 's3'), 'aws4_request');
  return hmac(key, toSign);
}

/** Returns the path and query of a URL that is valid for `expiresSeconds` from `now` (milliseconds). */
export function presign(
  request: Omit<SignedRequest, 'query'>,
  credentials: Credentials,
  expiresSeconds: number,
  now: number,
): string {
  const date = stamp(now);
  const signedHeaders = ['host', ...Object.keys(request.headers)].sort();
  const query: [string, string][] = [
    ['X-Amz-Algorithm', algorithm],
    ['X-Amz-Credential', `${credentials.accessKeyId}/${scopeOf(date, credentials)}`],
    ['X-Amz-Date', date],
    ['X-Amz-Expires', String(expiresSeconds)],
    ['X-Amz-SignedHeaders', signedHeaders.join(';')],
  ];
  const value = signature({ ...request, query }, signedHeaders, date, credentials).toString('hex');
  const text = [...query, ['X-Amz-Signature', value] as const].map(([k, v]) => `${encode(k)}=${encode(v)}`);
  return `${request.path}?${text.join('&')}`;
}

/**
 * Checks a presigned request: form, age, and signature over method, host, path, query and the headers that it
 * names. A parameter given twice is refused, because two readers could disagree about which one counts.
 */
export function verifyPresigned(
  request: SignedRequest,
  credentials: Credentials,
  { now, maxExpiresSeconds }: { now: number; maxExpiresSeconds: number },
): Verdict {
  const malformed: Verdict = { ok: false, reason: 'malformed' };
  const query = new Map(request.query);
  if (query.size !== request.query.length) return malformed;

  const date = query.get('X-Amz-Date') ?? '';
  const signedAt = parseStamp(date);
  const expires = query.get('X-Amz-Expires') ?? '';
  const given = query.get('X-Amz-Signature') ?? '';
  const signedHeaders = (query.get('X-Amz-SignedHeaders') ?? '').split(';');
  const credential = `${credentials.accessKeyId}/${scopeOf(date, credentials)}`;
  if (
    query.get('X-Amz-Algorithm') !== algorithm ||
    query.get('X-Amz-Credential') !== credential ||
    signedAt === undefined ||
    !/^[1-9]\d{0,5}$/.test(expires) ||
    Number(expires) > maxExpiresSeconds ||
    !/^[0-9a-f]{64}$/.test(given) ||
    !signedHeaders.includes('host') ||
    signedHeaders.some((name) => name !== 'host' && request.headers[name] === undefined)
  )
    return malformed;

  // The signature comes before the age, so that a forger learns nothing about clocks.
  const expected = signature(request, signedHeaders, date, credentials);
  if (!timingSafeEqual(expected, Buffer.from(given, 'hex'))) return { ok: false, reason: 'signature' };
  if (now < signedAt - clockSkewSeconds * 1000 || now >= signedAt + Number(expires) * 1000)
    return { ok: false, reason: 'expired' };
  return { ok: true, signedHeaders: new Set(signedHeaders) };
}
