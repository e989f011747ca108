/** Checks what each answer forbids: the headers of every page, and that a nonce is used only once. */
import { expect, test } from './fixture.ts';

const pages = [
  '/',
  '/login',
  '/register',
  '/create',
  '/account',
  '/01939b1e-7d5a-7c3e-8f2a-0123456789ab/projects',
  '/link/01939b1e-7d5a-7c3e-8f2a-0123456789ab',
  '/nowhere/at/all',
];

/** Returns the directives of a policy, by name. */
const directives = (policy: string): Map<string, string> =>
  new Map(policy.split('; ').map((part) => [part.split(' ')[0]!, part.split(' ').slice(1).join(' ')]));

for (const path of pages)
  test(`the page ${path} may load and run nothing but our own files`, async ({ product, request }) => {
    const [first, second] = [await request.get(product.url + path), await request.get(product.url + path)];
    expect(first.status()).toBe(path.startsWith('/nowhere') ? 404 : 200);
    const headers = first.headers();
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    const policy = directives(headers['content-security-policy']!);
    expect(Object.fromEntries(policy)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'worker-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'default dompurify',
    });
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|http:(?!\/\/localhost)/);
    const nonce = /'nonce-([^']+)'/.exec(policy.get('style-src')!)![1]!;
    expect(await first.text()).toContain(nonce);
    expect(second.headers()['content-security-policy']).not.toContain(nonce);
    expect(await first.text()).not.toMatch(/<script(?![^>]+src=)/);
  });

const scriptless = { 'switched off': false, 'that do not arrive': true };
for (const [what, javaScriptEnabled] of Object.entries(scriptless))
  test(`each page says in both languages what it lacks with scripts ${what}`, async ({
    browser,
    product,
  }) => {
    const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled });
    await context.route('**/assets/*.js', (route) => route.abort());
    const page = await context.newPage();
    for (const path of ['/login', '/link/01939b1e-7d5a-7c3e-8f2a-0123456789ab']) {
      await page.goto(path);
      await expect(page.getByText('Kontor has not started.')).toBeVisible();
      await expect(page.getByText('Kontor ist nicht gestartet.')).toBeVisible();
    }
    await context.close();
  });

test('answers of the API, files and the frame for attachments have policies of their own', async ({
  product,
  request,
}) => {
  const api = await request.get(`${product.url}/api/auth/session`);
  expect(api.headers()['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(api.headers()['cache-control']).toBe('no-store');
  const frame = await request.get(`${product.url}/preview.html`);
  const policy = directives(frame.headers()['content-security-policy']!);
  expect(policy.get('sandbox')).toBe('allow-scripts');
  expect(policy.get('default-src')).toBe("'none'");
  expect(policy.has('connect-src')).toBe(false);
  const page = await (await request.get(product.url)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)![1]!;
  const file = await request.get(product.url + script);
  expect(file.headers()['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; connect-src/,
  );
  expect(file.headers()['cache-control']).toContain('immutable');
  expect((await request.get(`${product.url}/assets/nothing.js`)).status()).toBe(404);
});

test('no page may be shown in a frame of another', async ({ actor }) => {
  const ada = await actor('Ada');
  ada.guard.expect(
    /frame-ancestors|Refused to (frame|display)|violates the following Content Security Policy/,
  );
  await ada.page.goto('/login');
  await ada.page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = '/register';
    document.body.append(frame);
  });
  await expect.poll(() => ada.guard.faults.length).toBeGreaterThan(0);
  await expect(ada.page.frameLocator('iframe').getByRole('heading')).toHaveCount(0);
});
