/**
 * The content security policies of the web app's files: the server sends them with its answers, the desktop app with the
 * files that it brings. `reach` says where a file may connect to, in the words of `connect-src`.
 */

type Policy = Record<string, readonly string[]>;

/** Writes a policy as the header has it. */
export const policyText = (policy: Policy) =>
  Object.entries(policy)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');

/** Placeholder in the built html for the nonce of the answer (Vite's `html.cspNonce`). */
export const noncePlaceholder = '__CSP_NONCE__';

/**
 * Returns the policy of the app's page. Styles that libraries create at run time carry `nonce`; scripts come
 * from our own files alone, and strings become code or markup only through the app's Trusted Types policy
 * `default`.
 */
export const pagePolicy = (reach: readonly string[], nonce: string): string =>
  policyText({ ...ownFiles(nonce), 'connect-src': reach, 'media-src': ["'self'"] });

/**
 * Returns the policy of the page that opens links: it reaches the server and the store, and shows no other
 * page in it.
 */
export const linkPolicy = (reach: readonly string[], nonce: string): string =>
  policyText({
    ...ownFiles(nonce),
    'connect-src': reach,
    'frame-src': ["'none'"],
    'manifest-src': ["'none'"],
  });

/** Returns a page that runs our own files and nothing else. */
const ownFiles = (nonce: string): Policy => ({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", `'nonce-${nonce}'`],
  'img-src': ["'self'", 'blob:', 'data:'],
  'font-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'frame-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default', 'dompurify'],
});

/**
 * Returns the policy of the frame that shows attachments: an origin of its own (no `allow-same-origin`), no
 * network, its script and styles inline under `nonce`; its content arrives by message.
 */
export const previewPolicy = (nonce: string) =>
  policyText({
    sandbox: ['allow-scripts'],
    'default-src': ["'none'"],
    'script-src': [`'nonce-${nonce}'`],
    'style-src': [`'nonce-${nonce}'`],
    'img-src': ['blob:', 'data:'],
    'media-src': ['blob:', 'data:'],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'self'"],
  });

const offline = /^((vault|search|report|link)Worker-|(serviceWorker|mediaAnswers|savedAnswers)\.js$)/;
const hashes = /^(vault|link)Worker-/;

/**
 * Returns the policy of scripts: a worker obeys the policy of its own script's answer, so each script carries
 * one. The vault (the client's `vaultWorker.ts`) and what opens links (`linkWorker.ts`) alone may compile
 * WebAssembly, for Argon2. These two, the search index (`searchWorker.ts`), reports (`reportWorker.ts`) and
 * the service worker (`serviceWorker.js`) reach no network: who holds open keys, every word or everybody's
 * hours, has no way to send them.
 */
export function scriptPolicy(reach: readonly string[], fileName: string): string {
  return policyText({
    'default-src': ["'none'"],
    'script-src': hashes.test(fileName) ? ["'self'", "'wasm-unsafe-eval'"] : ["'self'"],
    'connect-src': offline.test(fileName) ? ["'none'"] : reach,
  });
}
