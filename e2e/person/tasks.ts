/** The things a person does with tasks. */
import { expect, type Locator, type Page } from '@playwright/test';

export interface TaskDetails {
  title: string;
  description?: string;
  status?: string;
  estimate?: string;
  start?: string;
  due?: string;
  assignee?: string;
}

export class Tasks {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Returns a task's row in a list. */
  row(title: string): Locator {
    return this.#page
      .getByRole('listitem')
      .filter({ has: this.#page.getByRole('link', { name: title, exact: true }) });
  }

  /** Returns the sheet of a task that exists. */
  get sheet(): Locator {
    return this.#page
      .getByRole('dialog')
      .filter({ has: this.#page.getByRole('button', { name: 'Save', exact: true }) });
  }

  get title(): Locator {
    return this.sheet.getByRole('textbox', { name: 'Title' }).first();
  }

  get description(): Locator {
    return this.sheet.getByRole('textbox', { name: 'Description' });
  }

  /** Creates a task with its form; its sheet stays open. */
  async create({ title, description, status, estimate, start, due, assignee }: TaskDetails): Promise<void> {
    const page = this.#page;
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Task' }).click();
    const form = page.getByRole('dialog', { name: 'New task' });
    await form.getByLabel('Title').fill(title);
    if (description !== undefined) await form.getByRole('textbox', { name: 'Description' }).fill(description);
    if (status) {
      await form.getByRole('button', { name: /^Status of/ }).click();
      await page.getByRole('menuitem', { name: status }).click();
    }
    if (estimate) await form.getByLabel('Estimate (hours)').fill(estimate);
    if (start) await form.getByLabel('Start').fill(start);
    if (due) await form.getByLabel('Due').fill(due);
    if (assignee) {
      await form
        .getByRole('textbox', { name: 'Assigned to' })
        .or(form.getByRole('combobox', { name: 'Assigned to' }))
        .fill(assignee);
      await page.getByRole('option', { name: assignee }).click();
    }
    await form.getByRole('button', { name: 'Create task' }).click();
    await expect(this.title).toHaveValue(title);
  }

  /** Types each title into the field above the list and presses Enter, which creates a task. */
  async add(...titles: string[]): Promise<void> {
    const field = this.#page.getByRole('textbox', { name: 'Add a task and press Enter' });
    for (const title of titles) {
      await field.fill(title);
      await field.press('Enter');
      await expect(this.row(title)).toBeVisible();
    }
  }

  async addSubtask(title: string): Promise<void> {
    const field = this.sheet.getByRole('textbox', { name: 'Add a subtask' });
    await field.fill(title);
    await field.press('Enter');
    await expect(this.subtask(title)).toBeVisible();
  }

  /** Returns a subtask's row in the sheet of its task. */
  subtask(title: string): Locator {
    return this.sheet
      .getByRole('listitem')
      .filter({ has: this.#page.getByRole('checkbox', { name: title, exact: true }) });
  }

  async open(title: string): Promise<void> {
    await this.#page.getByRole('link', { name: title, exact: true }).click();
    await expect(this.title).toHaveValue(title);
  }

  async close(): Promise<void> {
    await this.sheet.getByRole('button', { name: 'Close' }).click();
    await expect(this.sheet).toHaveCount(0);
  }

  /** Changes the status of a task in a list. */
  async setStatus(title: string, status: string): Promise<void> {
    await this.row(title)
      .getByRole('button', { name: `Status of ${title}` })
      .click();
    await this.#page.getByRole('menuitem', { name: status }).click();
  }

  /** Changes the title in the open sheet and leaves the field, which saves. */
  async rename(title: string): Promise<void> {
    await this.title.fill(title);
    await this.title.press('Enter');
  }

  /** Writes the description in the open sheet and saves it. */
  async describe(text: string): Promise<void> {
    await this.description.fill(text);
    await this.sheet.getByRole('button', { name: 'Save', exact: true }).click();
  }
}
