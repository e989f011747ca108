/** The guard's positive control: each kind of fault is planted, and must be found. */
import { expect, test } from './fixture.ts';
import { guardContext } from './guard.ts';

const faults = {
  'console error': { plant: () => console.error('planted error'), found: /^console: planted error/ },
  'page error': {
    plant: () =>
      void setTimeout(() => {
        throw new Error('planted throw');
      }),
    found: /^page: Error: planted throw/,
  },
  'rejected promise': {
    plant: () => void Promise.reject(new Error('planted rejection')),
    found: /^page: Error: planted rejection/,
  },
  'script in a link': {
    plant: () => Object.assign(document.createElement('a'), { href: 'javascript:void 0' }).click(),
    found: /CSP (script-src|require-trusted-types-for)/,
  },
  'inline style': {
    plant: () => document.body.setAttribute('style', 'color: red'),
    found: /CSP style-src-attr/,
  },
  'markup from text': {
    plant: () => {
      try {
        document.body.innerHTML = '<img src=x>';
      } catch {
        // The policy refuses it; that it does so shows as a violation.
      }
    },
    found: /CSP require-trusted-types-for/,
  },
  'foreign picture': {
    plant: () => {
      new Image().src = 'https://kontor.invalid/pixel.png';
    },
    found: /CSP img-src: https:\/\/kontor\.invalid/,
  },
  'missing file': {
    plant: () => void fetch('/assets/missing.js'),
    found: /^console: Failed to load resource.*404.*missing\.js/,
  },
};

for (const [name, { plant, found }] of Object.entries(faults))
  test(`the guard finds a planted fault: ${name}`, async ({ browser, product }) => {
    const context = await browser.newContext({ baseURL: product.url });
    const guard = await guardContext(context, product.url);
    const page = await context.newPage();
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(guard.verdict()).toEqual([]);
    await page.evaluate(plant);
    await expect.poll(() => guard.verdict()).toContainEqual(expect.stringMatching(found));
    guard.expect(found);
    expect(guard.verdict().filter((fault) => found.test(fault))).toEqual([]);
    await context.close();
  });

test('the guard finds requests and sockets off the origin where no policy stops them', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url, bypassCSP: true });
  const guard = await guardContext(context, product.url);
  const page = await context.newPage();
  await page.goto('/login');
  await page.evaluate((address) => {
    new Image().src = `${address}/pixel.png`;
    new WebSocket(`${address.replace('http', 'ws')}/socket`);
  }, 'http://127.0.0.1:9');
  await expect
    .poll(() => guard.verdict())
    .toContainEqual('request off the origin: http://127.0.0.1:9/pixel.png');
  await expect.poll(() => guard.verdict()).toContainEqual('request off the origin: ws://127.0.0.1:9/socket');
  await context.close();
});

test('the guard says when an expected fault never came', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.url });
  const guard = await guardContext(context, product.url);
  guard.expect(/never planted/);
  guard.allow(/may come or not/);
  expect(guard.verdict()).toEqual(['never happened: /never planted/']);
  await context.close();
});
