/** The things a person does with documents. */
import { expect, type Locator, type Page } from '@playwright/test';

/** The file for a file chooser: a path, or its content. */
export type Upload = string | { name: string; mimeType: string; buffer: Buffer };

export class Documents {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Returns a file's or folder's row in the table. */
  row(name: string): Locator {
    return this.#page.getByRole('table', { name: 'Documents' }).getByRole('row').filter({ hasText: name });
  }

  /** Returns a file's row in the tray of uploads. */
  upload(name: string): Locator {
    return this.#page
      .getByRole('complementary', { name: 'Uploads' })
      .getByRole('listitem')
      .filter({ hasText: name });
  }

  /** Chooses files for upload into the open folder. */
  async choose(...files: Upload[]): Promise<void> {
    const chooser = this.#page.waitForEvent('filechooser');
    await this.#page.getByRole('button', { name: 'Upload', exact: true }).first().click();
    await (await chooser).setFiles(files as string[]);
  }

  /** Drops files and folders of the disk onto the open folder. */
  async drop(...files: string[]): Promise<void> {
    const box = (await this.#page.getByRole('main').boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const data = { items: [], files, dragOperationsMask: 1 };
    const cdp = await this.#page.context().newCDPSession(this.#page);
    const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
      cdp.send('Input.dispatchDragEvent', { type, x, y, data });
    await drag('dragEnter');
    await expect(async () => {
      await drag('dragOver');
      await expect(this.#page.getByText('Drop files to upload')).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await drag('drop');
    await cdp.detach();
  }

  /** Uploads one file and waits until it is done; `timeout` in ms. */
  async add(file: Upload, name: string, timeout = 60_000): Promise<void> {
    await this.choose(file);
    await expect(this.upload(name)).toContainText('Done', { timeout });
    await expect(this.row(name)).toBeVisible();
  }

  async createFolder(name: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'New folder' }).click();
    const dialog = this.#page.getByRole('dialog', { name: 'New folder' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(this.row(name)).toBeVisible();
  }

  /** Opens a folder. */
  async open(folder: string): Promise<void> {
    await this.row(folder).getByRole('link', { name: folder }).click();
    await expect(this.#page.getByRole('navigation', { name: 'Documents' }).getByText(folder)).toBeVisible();
  }

  /** Opens a file beside the list. */
  async preview(name: string): Promise<void> {
    await this.row(name).getByRole('link', { name, exact: true }).click();
    await expect(this.#page.getByRole('button', { name: 'Close preview' })).toBeVisible();
  }

  /** Chooses an item from a document's menu. */
  async act(name: string, verb: string): Promise<void> {
    const menu = `Actions for ${name}`;
    await this.row(name).getByRole('button', { name: menu }).click();
    // Named, since the previous row's menu may still be fading out.
    await this.#page.getByRole('menu', { name: menu }).getByRole('menuitem', { name: verb }).click();
  }

  /** Downloads a file; returns the path where it was saved. */
  async save(name: string, timeout = 60_000): Promise<string> {
    const download = this.#page.waitForEvent('download', { timeout });
    await this.act(name, 'Download');
    return (await download).path();
  }
}
