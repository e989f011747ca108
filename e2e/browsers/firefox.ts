/** The system's Firefox, driven by WebDriver BiDi. */
import { type ElementHandle, type KeyInput, launch } from 'puppeteer-core';
import { type Browser, described, finder, kinds, type Target, until } from './browser.ts';

/** Starts a Firefox with a fresh profile, which saves what it downloads in a folder. */
export async function openFirefox(executablePath: string, downloads: string): Promise<Browser> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { 'browser.download.folderList': 2, 'browser.download.dir': downloads },
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });

  const find = ({ kind, name, isPart = false }: Target): Promise<ElementHandle> =>
    until(described({ kind, name }), async () => {
      const handle = await page.evaluateHandle(
        `(${finder})(...${JSON.stringify([kinds[kind], name, isPart])})`,
      );
      return handle.asElement() as ElementHandle | null;
    });

  return {
    version: (await browser.version()).replace('firefox/', 'Firefox '),
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    click: async (target) => (await find(target)).click(),
    drag: async (target, by) => {
      const { x, y, width, height } = (await (await find(target)).boundingBox())!;
      const [fromX, fromY] = [x + width / 2, y + height / 2];
      await page.mouse.move(fromX, fromY);
      await page.mouse.down();
      for (let step = 1; step <= 10; step++)
        await page.mouse.move(fromX + (by.x * step) / 10, fromY + (by.y * step) / 10);
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    press: async (keys) => {
      for (const key of keys) await page.keyboard.down(key as KeyInput);
      for (const key of keys.toReversed()) await page.keyboard.up(key as KeyInput);
    },
    choose: async (target, paths) =>
      ((await find(target)) as ElementHandle<HTMLInputElement>).uploadFile(...paths),
    run: <T>(source: string, ...args: unknown[]) =>
      page.evaluate(`(${source})(...${JSON.stringify(args)})`) as Promise<T>,
    picture: () => page.screenshot(),
    close: () => browser.close(),
  };
}
