/** Watches pages: any console error, page error, CSP violation or request off the origin is a fault of the test. */
import type { BrowserContext } from '@playwright/test';

export interface Guard {
  faults: string[];
  /** Faults that a test provokes on purpose; each must occur, or the expectation is stale. */
  expect(pattern: RegExp): void;
  /** What is wrong in the end: faults that nobody expected, and expectations that nothing met. */
  verdict(): string[];
}

/** Attaches a guard to every page of a context, now and later. */
export function guardContext(context: BrowserContext, origin: string): Guard {
  const faults: string[] = [];
  const expected: RegExp[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => faults.push(`page: ${error.error().stack ?? error.error().message}`));
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(blob:|data:|about:)/.test(url))
      faults.push(`request off the origin: ${url}`);
  });
  return {
    faults,
    expect: (pattern) => void expected.push(pattern),
    verdict: () => [
      ...faults.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
      ...expected
        .filter((pattern) => !faults.some((fault) => pattern.test(fault)))
        .map((pattern) => `never happened: ${pattern}`),
    ],
  };
}
