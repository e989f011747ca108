/** Watches pages: any console error, page error, CSP violation or request off the origin is a fault of the test. */
import type { BrowserContext } from '@playwright/test';

export interface Guard {
  faults: string[];
  /** Expects faults that a test provokes on purpose; each must occur, or the expectation is stale. */
  expect(pattern: RegExp): void;
  /** Allows faults that may or may not occur, depending on which of two messages is first. */
  allow(pattern: RegExp): void;
  /** Returns what is wrong in the end: faults that nobody expected, and expectations that nothing met. */
  verdict(): string[];
}

/** Returns true if an address belongs to the product. `blob:` and `data:` never leave the browser. */
function isOwn(address: string, origin: string): boolean {
  const url = new URL(address);
  if (['blob:', 'data:', 'about:'].includes(url.protocol)) return true;
  return url.host === new URL(origin).host && /^(https?|wss?):$/.test(url.protocol);
}

/** Mails are shown in a frame without scripts, so the frame also blocks the scripts that drive the browser here. */
const harnessBlocked = /^Blocked script execution in '[^']+\/dev\/mailbox\/[^']+' because .* sandboxed/;

/**
 * Returns true if a console error is only the server's answer that somebody else was first: the client that lost merges
 * and sends again, whichever of the two it is.
 */
const overtaken = (text: string, url: string) =>
  /status of 409 \(Conflict\)/.test(text) && new URL(url).pathname === '/api/changes';

/** The word of a browser when a page takes leave of channels while the server is closing the connection; nothing is lost there. */
const leaving = /^WebSocket is already in CLOSING or CLOSED state/;

/** Attaches a guard to every page of a context that has no page yet. */
export async function guardContext(context: BrowserContext, origin: string): Promise<Guard> {
  const faults: string[] = [];
  const expected: RegExp[] = [];
  const allowed: RegExp[] = [];
  const off = (address: string) => {
    if (!isOwn(address, origin)) faults.push(`request off the origin: ${address}`);
  };
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    const [text, { url }] = [message.text(), message.location()];
    if (harnessBlocked.test(text) || leaving.test(text) || overtaken(text, url)) return;
    faults.push(`console: ${text} (${url})`);
  });
  context.on('weberror', (error) => faults.push(`page: ${error.error().stack ?? error.error().message}`));
  context.on('request', (request) => off(request.url()));
  context.on('page', (page) => page.on('websocket', (socket) => off(socket.url())));
  // The browser's own message does not name every violation (a refused style attribute, Trusted Types); the event does.
  await context.addInitScript(() =>
    addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
        console.error(`CSP ${effectiveDirective}: ${blockedURI} (${sourceFile}:${lineNumber})`),
    ),
  );
  return {
    faults,
    expect: (pattern) => void expected.push(pattern),
    allow: (pattern) => void allowed.push(pattern),
    verdict: () => [
      ...faults.filter((fault) => ![...expected, ...allowed].some((pattern) => pattern.test(fault))),
      ...expected
        .filter((pattern) => !faults.some((fault) => pattern.test(fault)))
        .map((pattern) => `never happened: ${pattern}`),
    ],
  };
}

/** Matches what a browser says of the calls that a device makes before it knows that its person was shut out. */
export const shutOut =
  /status of (403|404) .*\/api\/(sync|changes|realtime\/auth|workspaces\/[^/]+\/notifications)\)$/;
