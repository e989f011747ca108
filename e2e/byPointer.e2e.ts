/** Scenarios done by pointer alone, and failures on the way: cards that are dragged, uploads that break off. */
import { expect, test } from './fixture.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a card that is dragged to another column is there for everybody', async ({ founder, another }) => {
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
});

test('an upload that is canceled leaves nothing behind; one that failed goes through at a second try', async ({
  founder,
}) => {
  const ada = await founder('Ada', 'Fits and Starts');
  await ada.projects.create('Annexe');
  await ada.projects.show('Annexe', 'Documents');
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`what ${name} says`) });
  const isPart = (url: URL) => url.searchParams.has('X-Amz-Signature');

  let held = 0;
  await ada.page.route(isPart, (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    held += 1;
    return undefined;
  });
  await ada.documents.choose(file('Draft.txt'));
  await expect.poll(() => held).toBeGreaterThan(0);
  await ada.page.getByRole('button', { name: 'Cancel the upload of Draft.txt' }).click();
  await expect(ada.documents.upload('Draft.txt')).toContainText('Canceled');
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
