/** Text that would like to be code, in every field that people write into: it is shown as it is and never runs. */
import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from './fixture.ts';
import { activePdf, hugePicturePdf } from './pdf.ts';

/** Each would set `window.pwned`, call home, or both, where it ran. */
const payloads = [
  '<img src=x onerror="window.pwned=1">',
  '<svg/onload=window.pwned=1>',
  '"><script>window.pwned=1</script>',
  '\'"><iframe srcdoc="<script>parent.pwned=1</script>">',
  '<a href="javascript:window.pwned=1">click</a>',
  'javascript:window.pwned=1',
  '{{constructor.constructor("window.pwned=1")()}}',
  '<style>@import "http://kontor.invalid/x.css"</style>',
  '<img src="http://kontor.invalid/pixel.png">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.pwned=1&gt;">',
  '\u202Egpj.exe\u2066<b>bold</b>',
  '__proto__',
];
const all = payloads.join(' ');

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const escaped = (text: Buffer) => text.toString().replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const hasRun = (page: Page) => page.evaluate(() => 'pwned' in window);

/** Looks at a screen: the text is there, nothing ran. */
async function isHarmless(page: Page): Promise<void> {
  await expect(page.getByText('window.pwned=1').first()).toBeAttached();
  expect(await hasRun(page)).toBe(false);
  expect(
    await page.locator('main :is(script, iframe, object, embed, base, meta, [onerror], [onload])').count(),
  ).toBe(0);
}

test('control: the payloads run where nothing stops them', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  for (const payload of payloads.slice(0, 3)) {
    await page.goto('about:blank');
    await page.setContent(`<div title="${payload}"></div>${payload}`);
    await expect.poll(() => hasRun(page)).toBe(true);
  }
  await page.context().close();
});

test('hostile text in every field is shown literally', async ({ actor }) => {
  const ada = await actor(`Ada${payloads[0]!}`);
  ada.page.on('dialog', () => ada.guard.faults.push('a dialog was opened'));
  await test.step('names of people and of the workspace', async () => {
    await ada.join();
    await ada.beginWorkspace(payloads.slice(0, 3).join(' '));
    await ada.confirmKit(await ada.readKit());
    await ada.projects.create(payloads.slice(0, 2).join(' '), { description: all });
    await isHarmless(ada.page);
  });
  const project = ada.page.url();

  await test.step('tasks, one for each payload, and one that has them everywhere', async () => {
    await ada.page.goto(`${project}/tasks`);
    await ada.tasks.add(...payloads);
    await ada.tasks.create({ title: all.slice(0, 400), description: all });
    await ada.tasks.addSubtask(payloads[1]!);
    await isHarmless(ada.page);
    await ada.isSettled();
    for (const view of ['list', 'board', 'timeline']) {
      await ada.page.goto(`${project}/tasks?view=${view}`);
      await isHarmless(ada.page);
    }
  });

  await test.step('names and content of files and folders', async () => {
    await ada.page.goto(`${project}/documents`);
    const script = Buffer.from(`<script>parent.pwned=1;fetch('http://kontor.invalid')</script>${all}`);
    const names = ['<img src=x onerror=window.pwned=1>.html', 'picture.svg', 'text.txt'] as const;
    await ada.documents.createFolder(payloads[0]!);
    for (const [index, name] of names.entries()) {
      const mimeType = ['text/html', 'image/svg+xml', 'text/plain'][index]!;
      await ada.documents.add({ name, mimeType, buffer: script }, name);
    }
    await isHarmless(ada.page);
    /** Expects that a file is shown, and that nothing that stands in it is more than words. */
    const showsWords = async (name: string) => {
      await ada.documents.preview(name);
      // One file at a time: that of the one before is gone.
      await expect(ada.page.locator('iframe')).toHaveCount(1);
      await expect(ada.page.getByRole('heading', { name, exact: true })).toBeVisible();
      const frame = ada.page.frameLocator('iframe');
      await expect(frame.getByText('kontor.invalid').first()).toBeVisible();
      expect(
        await frame.locator('main :is(script, iframe, object, embed, base, img, svg, a, [onerror])').count(),
      ).toBe(0);
    };
    for (const name of names) await showsWords(name);
    // Formats whose insides are drawn: nothing that stands in them is more than words.
    const drawn: [name: string, mimeType: string, content: Buffer][] = [
      ['notes.md', 'text/markdown', Buffer.from(`# Notes\n\n${script}\n\n[link](javascript:parent.pwned=1)`)],
      ['table.csv', 'text/csv', Buffer.from(`a;b\n"${script.toString().replaceAll('"', '""')}";1`)],
      [
        'letter.docx',
        docx,
        Buffer.from(zipSync({ 'word/document.xml': strToU8(`<w:p><w:t>${escaped(script)}</w:t></w:p>`) })),
      ],
    ];
    for (const [name, mimeType, buffer] of drawn) {
      await ada.documents.add({ name, mimeType, buffer }, name);
      await showsWords(name);
    }
    const active = { name: 'active.pdf', mimeType: 'application/pdf', buffer: await activePdf() };
    await ada.documents.add(active, active.name);
    await ada.documents.preview(active.name);
    const pages = ada.page.frameLocator('iframe').locator('main');
    await expect(pages.locator('canvas').first()).toBeVisible();
    expect(await pages.locator(':is(script, iframe, object, embed, a[href])').count()).toBe(0);
    expect(await hasRun(ada.page)).toBe(false);
    const huge = {
      name: 'huge.pdf',
      mimeType: 'application/pdf',
      buffer: await hugePicturePdf('roof', 20_000),
    };
    await ada.documents.add(huge, huge.name);
    await ada.documents.preview(huge.name);
    await expect(pages).toContainText('A picture in this file is too large to be shown here.');
    await expect(pages.locator('.textLayer')).toContainText('roof');
  });

  await test.step('the places that list what is elsewhere', async () => {
    await ada.page.goto(new URL(project).pathname.split('/').slice(0, 2).join('/'));
    await isHarmless(ada.page);
    await ada.page.keyboard.press('Control+k');
    await expect(ada.page.getByPlaceholder('Search, go to or do')).toBeVisible();
    await isHarmless(ada.page);
  });
});

/** Returns a list item as Word copies it. */
const wordItem = (mark: string, text: string) =>
  `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span>${mark}</span><![endif]>${text}</p>`;
const pasted = `<h1>Offer</h1><p>window.pwned=1 <b>pasted</b> <a href="https://example.org">link</a></p>
${wordItem('·', 'Roof')}${wordItem('·', 'Walls')}
<table><tr><td onclick="window.pwned=1">Price</td></tr></table>
<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==">
${all}<p onclick="window.pwned=1">clicked</p>`;

for (const cleaner of ['the browser', 'DOMPurify'])
  test(`hostile markup that is pasted, cleaned by ${cleaner}, loses all that could act and nothing else`, async ({
    founder,
  }) => {
    const ada = await founder('Ada', `Copy Shop ${cleaner}`);
    // What cleans reads handlers before it drops them, and the policy refuses each at that moment.
    ada.guard.expect(/Executing inline event handler violates/);
    ada.guard.expect(/CSP script-src-attr: inline/);
    if (cleaner === 'DOMPurify') {
      await ada.page.addInitScript(() => Reflect.deleteProperty(Document, 'parseHTML'));
      ada.guard.expect(/Applying inline style violates/);
      ada.guard.expect(/CSP style-src-elem: inline/);
    }
    await ada.projects.create('Paste');
    const project = ada.page.url();
    await ada.page.goto(`${project}?panel=project&item=${project.split('/').at(-1)}`);
    const editor = ada.page.getByRole('textbox', { name: 'Description' });
    await editor.click();
    await editor.evaluate((element, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      clipboardData.setData('text/plain', 'pasted');
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, pasted);
    await ada.page.getByRole('button', { name: 'Attach', exact: true }).click();
    // What stands in the tray is kept on the device, and goes up whatever page is open.
    await expect(
      ada.page.getByRole('complementary', { name: 'Uploads' }).getByText(/^Picture .*\.png$/),
    ).toBeVisible();
    await expect(editor.locator('strong').getByText('pasted')).toBeVisible();
    await expect(editor.locator('h2')).toHaveText('Offer');
    await expect(editor.locator('li')).toHaveText(['Roof', 'Walls']);
    await expect(editor.locator('td').first()).toHaveText('Price');
    await ada.page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(ada.page.getByRole('dialog')).toHaveCount(0);
    await isHarmless(ada.page);
    const links = ada.page.locator('main').getByRole('link', { name: 'link', exact: true });
    await expect(links).toHaveAttribute('href', 'https://example.org/');
    const protocols = await ada.page
      .locator('main a')
      .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).protocol));
    expect(protocols.filter((protocol) => !/^(https?|mailto):$/.test(protocol))).toEqual([]);
    await ada.page.goto(`${project}/documents`);
    await expect(ada.page.getByRole('main').getByRole('link', { name: /^Picture .*\.png$/ })).toBeVisible();
  });
