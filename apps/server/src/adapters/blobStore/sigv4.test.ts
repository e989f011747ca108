import { describe, expect, it } from 'vitest';
import { type Credentials, presign, type SignedRequest, verifyPresigned } from './sigv4.ts';

// The worked example of AWS, "Authenticating Requests: Using Query Parameters (AWS Signature Version 4)".
const example: Credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const exampleTime = Date.UTC(2013, 4, 24);
const exampleSignature = 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';

const now = Date.UTC(2030, 0, 2, 3, 4, 5);
const limits = { now, maxExpiresSeconds: 300 };

function signed(): SignedRequest {
  const base = { method: 'PUT', host: 'store.example', path: '/b/key', headers: { 'content-length': '5' } };
  const [, search] = presign(base, example, 300, now).split('?', 2);
  return { ...base, query: [...new URLSearchParams(search)] };
}

const withParameter = (name: string, value: string): SignedRequest => {
  const request = signed();
  return { ...request, query: request.query.map(([k, v]) => [k, k === name ? value : v]) };
};

describe('presigned URLs', () => {
  it('gives the signature of the AWS example', () => {
    const url = presign(
      { method: 'GET', host: 'examplebucket.s3.amazonaws.com', path: '/test.txt', headers: {} },
      example,
      86_400,
      exampleTime,
    );
    expect(url).toContain(`X-Amz-Signature=${exampleSignature}`);
  });

  it('accepts what it signed, names what is bound, and ends on time', () => {
    expect(verifyPresigned(signed(), example, limits)).toEqual({
      ok: true,
      signedHeaders: new Set(['content-length', 'host']),
    });
    const at = (seconds: number) =>
      verifyPresigned(signed(), example, { ...limits, now: now + seconds * 1000 });
    expect(at(299).ok).toBe(true);
    expect(at(300)).toEqual({ ok: false, reason: 'expired' });
    expect(at(-60).ok).toBe(true);
    expect(at(-61)).toEqual({ ok: false, reason: 'expired' });
  });

  const tampered: [string, SignedRequest][] = [
    ['another method', { ...signed(), method: 'GET' }],
    ['another path', { ...signed(), path: '/b/other' }],
    ['another host', { ...signed(), host: 'evil.example' }],
    ['another length', { ...signed(), headers: { 'content-length': '6' } }],
    ['an added parameter', { ...signed(), query: [...signed().query, ['x', '1']] }],
    ['an earlier time', withParameter('X-Amz-Date', '20300102T030404Z')],
    ['a shorter life', withParameter('X-Amz-Expires', '299')],
    ['fewer signed headers', withParameter('X-Amz-SignedHeaders', 'host')],
    ['another signature', withParameter('X-Amz-Signature', 'a'.repeat(64))],
  ];
  it.each(tampered)('refuses %s', (_name, request) => {
    expect(verifyPresigned(request, example, limits)).toEqual({ ok: false, reason: 'signature' });
  });

  const malformed: [string, SignedRequest][] = [
    ['no parameters', { ...signed(), query: [] }],
    ['a doubled parameter', { ...signed(), query: [...signed().query, ['X-Amz-Expires', '300']] }],
    ['another algorithm', withParameter('X-Amz-Algorithm', 'AWS4-HMAC-SHA1')],
    ['another key id', withParameter('X-Amz-Credential', 'OTHER/20300102/us-east-1/s3/aws4_request')],
    ['an impossible date', withParameter('X-Amz-Date', '20300231T030405Z')],
    ['too long a life', withParameter('X-Amz-Expires', '301')],
    ['no life', withParameter('X-Amz-Expires', '0')],
    ['a short signature', withParameter('X-Amz-Signature', 'ab')],
    ['an upper-case signature', withParameter('X-Amz-Signature', 'A'.repeat(64))],
    ['an unsigned host', withParameter('X-Amz-SignedHeaders', 'content-length')],
    ['a signed header that is absent', { ...signed(), headers: {} }],
  ];
  it.each(malformed)('refuses %s', (_name, request) => {
    expect(verifyPresigned(request, example, limits)).toEqual({ ok: false, reason: 'malformed' });
  });

  it('refuses another secret', () => {
    const other = { ...example, secretAccessKey: 'other' };
    expect(verifyPresigned(signed(), other, limits)).toEqual({ ok: false, reason: 'signature' });
  });
});
