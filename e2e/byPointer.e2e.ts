/** Scenarios done by pointer alone, and failures on the way: cards that are dragged, uploads that break off. */
import { expect, test } from './fixture.ts';
import { isPart } from './isPart.ts';

test.use({ loadsAhead: true });

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a card is dragged to another column, a bar of the timeline by days; Esc leaves it where it was', async ({
  founder,
  another,
}) => {
  const ada = await founder('Ada', 'Board and Beam');
  await ada.projects.create('Roof');
  await ada.projects.show('Roof', 'Tasks');
  await ada.tasks.add('Order beams', 'Measure the attic');
  await ada.page.getByText('Board', { exact: true }).click();
  const column = (page: typeof ada.page, name: string) => page.getByRole('region', { name, exact: true });
  const there = await another(ada);
  await there.signIn();
  await there.openWorkspace('Board and Beam');
  await there.projects.open('Roof', 'Tasks');
  await there.page.getByText('Board', { exact: true }).click();
  await expect(column(there.page, 'To Do')).toContainText('Order beams');

  const from = (await column(ada.page, 'To Do').getByText('Order beams').boundingBox())!;
  const to = (await column(ada.page, 'In Progress').boundingBox())!;
  await ada.page.mouse.move(from.x + 8, from.y + from.height / 2);
  await ada.page.mouse.down();
  await ada.page.mouse.move(to.x + to.width / 2, to.y + 80, { steps: 12 });
  await ada.page.mouse.up();
  for (const { page } of [ada, there]) {
    await expect(column(page, 'In Progress')).toContainText('Order beams');
    await expect(column(page, 'To Do')).not.toContainText('Order beams');
    await expect(column(page, 'To Do')).toContainText('Measure the attic');
  }

  const { page, tasks } = ada;
  await page.getByText('List', { exact: true }).click();
  await tasks.create({ title: 'Nail rafters', start: 'today', due: 'in 6 days' });
  await tasks.close();
  await tasks.create({ title: 'Paint the gable', start: 'in 20 weeks', due: 'in 21 weeks' });
  await tasks.close();
  await page.getByText('Timeline', { exact: true }).click();
  const bar = page.getByTitle(/^Nail rafters, /);
  const days = async () => {
    const [, from, to] = /^Nail rafters, (.*) – (.*)$/.exec((await bar.getAttribute('title')) ?? '')!;
    return [from, to].map((day) => Math.round(Date.parse(`${day} UTC`) / 86_400_000));
  };
  const [first, last] = await days();
  const selectable = () => page.evaluate(() => getComputedStyle(document.body).userSelect);
  /** Drags from a place in the bar, in px from its beginning, by days of 14 px. */
  const drag = async (at: number, by: number, end = () => page.mouse.up()) => {
    const box = (await bar.boundingBox())!;
    const [x, y] = [box.x + (at < 0 ? box.width + at : at), box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by * 14, y, { steps: 6 });
    expect(await selectable()).toBe('none');
    await end();
    expect(await selectable()).toBe('auto');
  };
  await drag(30, 2);
  await expect.poll(days).toEqual([first! + 2, last! + 2]);
  await drag(-2, 3);
  await expect.poll(days).toEqual([first! + 2, last! + 5]);
  await drag(2, -1);
  await expect.poll(days).toEqual([first! + 1, last! + 5]);
  await drag(30, 4, async () => {
    await page.keyboard.press('Escape');
    await page.mouse.up();
  });
  await expect.poll(days).toEqual([first! + 1, last! + 5]);
  // None of it was a click.
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // A bar out of view has an arrow beside its name that leads there.
  const far = page.getByTitle(/^Paint the gable, /);
  const arrow = (name: string) =>
    page
      .locator('[data-row][data-out]', { hasText: name })
      .getByRole('button', { includeHidden: true })
      .first();
  await expect(far).not.toBeInViewport();
  await arrow('Paint the gable').click();
  await expect(far).toBeInViewport();
  await expect(arrow('Paint the gable')).toHaveCount(0);
  await expect(bar).not.toBeInViewport();
  await arrow('Nail rafters').click();
  await expect(bar).toBeInViewport();
  // What lies behind the names is out of view, too.
  await page.locator('[data-timeline]').evaluate((timeline) => {
    const behind = timeline.querySelector('[data-row] [aria-hidden][title^="Nail rafters"]')!;
    const { right } = timeline.querySelector('[data-row] > span')!.getBoundingClientRect();
    timeline.scrollLeft += behind.getBoundingClientRect().right - right + 4;
  });
  await expect(arrow('Nail rafters')).toBeVisible();
});

test('an upload that is cancelled leaves nothing behind; one that failed goes through at a second try', async ({
  founder,
}) => {
  const ada = await founder('Ada', 'Fits and Starts');
  await ada.projects.create('Annexe');
  await ada.projects.show('Annexe', 'Documents');
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`what ${name} says`) });

  let held = 0;
  await ada.page.route(isPart, (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    held += 1;
    return undefined;
  });
  await ada.documents.choose(file('Draft.txt'));
  await expect.poll(() => held).toBeGreaterThan(0);
  await ada.page.getByRole('button', { name: 'Cancel the upload of Draft.txt' }).click();
  await expect(ada.documents.upload('Draft.txt')).toContainText('Cancelled');
  await expect(ada.documents.row('Draft.txt')).toHaveCount(0);

  ada.guard.expect(/status of 403/);
  await ada.page.unroute(isPart);
  await ada.page.route(isPart, (route) => route.fulfill({ status: 403 }));
  await ada.documents.choose(file('Notes.txt'));
  await expect(ada.documents.upload('Notes.txt')).toContainText('Failed');
  await expect(ada.documents.row('Notes.txt')).toHaveCount(0);
  await ada.page.unroute(isPart);
  await ada.page.getByRole('button', { name: 'Retry the upload of Notes.txt' }).click();
  await expect(ada.documents.upload('Notes.txt')).toContainText('Done');
  await expect(ada.documents.row('Notes.txt')).toBeVisible();
  await ada.documents.save('Notes.txt');
});
