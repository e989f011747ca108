/** The main job, end to end: a sealed workspace that two browsers share. */
import { expect, test } from './fixture.ts';
import { textOf } from './pdf.ts';
import { loseHints, watchTraffic } from './traffic.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('Ada sets up her firm; a second browser sees everything, and each change without asking for it', async ({
  actor,
  another,
}) => {
  const ada = await actor('Ada');
  await test.step('registers, confirms her address, signs in', () => ada.join());

  await test.step('founds a workspace and saves its recovery kit', async () => {
    await ada.beginWorkspace('Muster & Söhne');
    const words = await ada.readKit();
    expect(words).toHaveLength(24);
    const sheet = await textOf(await ada.saveKit());
    for (const [index, word] of words.entries()) expect(sheet).toContain(`${index + 1} ${word}`);
    expect(sheet).toContain(ada.who.email);
    await ada.confirmKit(words);
    await ada.isIn('Muster & Söhne');
  });

  await test.step('creates a project and tasks', async () => {
    await ada.projects.create('Umbau Hafenstraße', { description: 'From the cellar to the roof.' });
    await ada.tasks.create({
      title: 'Obtain the permit',
      description: 'Form 7b, three copies.',
      status: 'In Progress',
      estimate: '1:30',
      start: '2.3.2027',
      due: '12.3.2027',
      assignee: 'Ada Berg',
    });
    await ada.tasks.addSubtask('Fill in form 7b');
    await ada.tasks.addSubtask('Bring it to the town hall');
    await ada.tasks.subtask('Fill in form 7b').getByRole('checkbox').check();
    await ada.tasks.close();
    await ada.projects.show('Umbau Hafenstraße', 'Tasks');
    await ada.tasks.add('Order windows', 'Call the roofer');
    await ada.tasks.setStatus('Order windows', 'In Review');
    await ada.isSettled();
  });

  const there = await another(ada);
  const traffic = watchTraffic(there.page);
  await test.step('signs in in a second browser: everything is there', async () => {
    await there.signIn();
    await there.openWorkspace('Muster & Söhne');
    await there.projects.open('Umbau Hafenstraße');
    await expect(there.page.getByText('From the cellar to the roof.')).toBeVisible();
    await there.projects.show('Umbau Hafenstraße', 'Tasks');
    const review = there.page.getByRole('region', { name: 'In Review' });
    await expect(review.getByRole('link', { name: 'Order windows', exact: true })).toBeVisible();
    await expect(there.tasks.row('Call the roofer')).toBeVisible();
    await expect(there.tasks.row('Obtain the permit')).toContainText('1/2');
    await there.tasks.open('Obtain the permit');
    await expect(there.tasks.description).toHaveText('Form 7b, three copies.');
    await expect(there.tasks.sheet.getByLabel('Estimate (hours)')).toHaveValue('1.5');
    await expect(there.tasks.sheet.getByLabel('Due')).toHaveValue(/12.*03|12.*Mar/);
    await expect(there.tasks.subtask('Fill in form 7b').getByRole('checkbox')).toBeChecked();
    await expect(there.tasks.subtask('Bring it to the town hall').getByRole('checkbox')).not.toBeChecked();
    await there.tasks.close();
    await there.isSettled();
  });

  await test.step('a change in one browser shows in the other, carried by the channel alone', async () => {
    traffic.clear();
    await ada.tasks.add('Paint the stairs');
    await expect(there.tasks.row('Paint the stairs')).toBeVisible();
    await ada.tasks.setStatus('Call the roofer', 'Done');
    const done = there.page.getByRole('region', { name: 'Done' });
    await expect(done.getByRole('link', { name: 'Call the roofer', exact: true })).toBeVisible();
    // Nothing asked before the channel spoke, and nothing was loaded anew.
    expect(traffic.events[0]).toBe('hint');
    expect(traffic.events).not.toContain('load');
    await there.tasks.add('Clean the yard');
    await expect(ada.tasks.row('Clean the yard')).toBeVisible();
  });

  await test.step('control: where hints are lost the change does not come by itself', async () => {
    const deaf = await another(ada);
    const hints = await loseHints(deaf.page);
    await deaf.signIn();
    await deaf.openWorkspace('Muster & Söhne');
    await deaf.projects.open('Umbau Hafenstraße', 'Tasks');
    await deaf.isSettled();
    const before = watchTraffic(deaf.page);
    await ada.tasks.add('Sweep the cellar');
    await expect(there.tasks.row('Sweep the cellar')).toBeVisible();
    await expect.poll(() => hints.lost).toBeGreaterThan(0);
    // As long as the other browser took, several times over: round trips, not a clock.
    for (let turn = 0; turn < 20; turn++)
      await deaf.page.evaluate(() => fetch('/api/auth/session').then((answer) => answer.text()));
    await expect(deaf.tasks.row('Sweep the cellar')).toHaveCount(0);
    expect(before.events).toEqual([]);
    await deaf.page.reload();
    await expect(deaf.tasks.row('Sweep the cellar')).toBeVisible();
  });
});
