import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpClient, httpClient } from '../testing/httpClient.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let webRoot: string;
let server: TestServer;
let client: HttpClient;

const page =
  '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><script type="module" src="/assets/index-1a.js"></script>';
const script = `console.log(${'1+'.repeat(1_000)}1);`;

beforeAll(async () => {
  // A server may be unpacked below a folder of that name.
  webRoot = join(mkdtempSync(join(tmpdir(), 'kontor-test-')), 'assets', 'web');
  mkdirSync(join(webRoot, 'assets'), { recursive: true });
  const files = {
    'index.html': page,
    'preview.html': '<script nonce="__CSP_NONCE__"></script>',
    '.sources': 'hash',
    'robots.txt': 'x',
    'assets/index-1a.js': script,
    'assets/index-1a.js.map': '{}',
    'assets/vaultWorker-2b.js': 'x',
    'assets/searchWorker-3c.js': 'x',
    'assets/reportWorker-3c.js': 'x',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(webRoot, name), text);
  writeFileSync(join(webRoot, 'assets/index-1a.js.br'), brotliCompressSync(script));
  server = await startTestServer({ webRoot, env: { S3_ENDPOINT: 'https://s3.example.org/x' } });
  client = httpClient(server.url);
});
afterAll(async () => {
  await server.stop();
  rmSync(join(webRoot, '../..'), { recursive: true });
});

/** Parses a policy into a map from directive to values. */
const parsed = (headers: Headers) =>
  new Map(
    headers
      .get('content-security-policy')!
      .split('; ')
      .map((directive) => directive.split(' '))
      .map(([name, ...values]) => [name!, values]),
  );

describe('the page', () => {
  it('is answered for every path, with 404 where it is no screen, and with a fresh nonce', async () => {
    const nonces = new Set<string>();
    const folder = '/01890000-0000-7000-8000-000000000000/projects/p/documents/a/b';
    for (const path of ['/', '/login', folder, '/apply', '/index.html']) {
      const { status, headers, body } = await client.call<string>('GET', path);
      expect(status, path).toBe(['/apply', '/index.html'].includes(path) ? 404 : 200);
      expect(headers.get('cache-control')).toBe('no-store');
      const nonce = /nonce="([^"]+)"/.exec(body)![1]!;
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
      expect(parsed(headers).get('style-src')).toEqual(["'self'", `'nonce-${nonce}'`]);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(5);
  });

  it('forbids everything but what the app needs', async () => {
    const { headers } = await client.call('GET', '/');
    const policy = parsed(headers);
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual(["'self'"]);
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('connect-src')).toEqual([
      "'self'",
      server.url.replace('http', 'ws'),
      'https://s3.example.org',
    ]);
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe|\*/);
  });

  it('is no answer to other paths and verbs', async () => {
    for (const path of ['/api/nothing', '/assets/nothing.js', '/dev/nothing', '/app/other'])
      expect((await client.call('GET', path)).status, path).toBe(404);
    expect((await client.call('POST', '/login')).status).toBe(404);
  });
});

describe('files', () => {
  it('are compressed and kept for ever where their name has a hash', async () => {
    const { headers, body } = await client.call('GET', '/assets/index-1a.js', {
      headers: { 'accept-encoding': 'br' },
    });
    expect(body).toBe(script);
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toContain('javascript');
    const plain = await client.call('GET', '/assets/index-1a.js', {
      headers: { 'accept-encoding': 'identity' },
    });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect((await client.call('GET', '/robots.txt')).headers.get('cache-control')).toBe('no-cache');
  });

  it('stay inside the folder, and what is no part of the app stays hidden', async () => {
    for (const path of ['/assets/..%2f..%2fetc%2fpasswd', '/assets/%2e%2e/%2e%2e/etc/passwd'])
      expect((await client.call('GET', path)).body).not.toContain('root:');
    expect((await client.call('GET', '/assets/index-1a.js.map')).status).toBe(404);
    expect((await client.call('GET', '/.sources')).body).not.toBe('hash');
  });
});

describe('policies of workers and frames', () => {
  it('let the vault alone compile WebAssembly, and keep it, the search and reports off the network', async () => {
    const vault = parsed((await client.call('GET', '/assets/vaultWorker-2b.js')).headers);
    expect(vault.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"]);
    expect(vault.get('connect-src')).toEqual(["'none'"]);
    for (const name of ['searchWorker', 'reportWorker']) {
      const worker = parsed((await client.call('GET', `/assets/${name}-3c.js`)).headers);
      expect(worker.get('script-src')).toEqual(["'self'"]);
      expect(worker.get('connect-src')).toEqual(["'none'"]);
    }
    const other = parsed((await client.call('GET', '/assets/index-1a.js')).headers);
    expect(other.get('default-src')).toEqual(["'none'"]);
    expect(other.get('connect-src')).not.toEqual(["'none'"]);
  });

  it('give the preview an origin of its own and no network', async () => {
    const { headers, body } = await client.call<string>('GET', '/preview.html');
    const policy = parsed(headers);
    expect(policy.get('sandbox')).toEqual(['allow-scripts']);
    expect(policy.has('connect-src')).toBe(false);
    expect(policy.get('script-src')).toEqual([`'nonce-${/nonce="([^"]+)"/.exec(body)![1]}'`]);
    expect(policy.get('frame-ancestors')).toEqual(["'self'"]);
  });
});
