/** Two people talk in a room, each in a browser: what one says the other sees at once, a broken connection loses nothing. */
import { desk, looksFine, phone } from './axe.ts';
import { expect, test } from './fixture.ts';
import type { Person } from './person/person.ts';

test.use({ loadsAhead: true });

const stream = ({ page }: Person) => page.getByRole('log');
const field = ({ page }: Person) => page.getByRole('textbox', { name: /^Message to/ });
const changedField = ({ page }: Person) => page.getByRole('textbox', { name: 'Message', exact: true });
const said = (person: Person, text: string) => stream(person).getByRole('article').filter({ hasText: text });
const unread = ({ page }: Person) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('img', { name: /new message/ });

async function say(person: Person, text: string): Promise<void> {
  await field(person).click();
  await person.page.keyboard.type(text);
  await person.page.keyboard.press('Enter');
}

/** Says something that is higher than the screen. */
async function sayMuch(person: Person): Promise<void> {
  await field(person).click();
  for (let i = 0; i < 40; i++) {
    await person.page.keyboard.type(`${i}`);
    await person.page.keyboard.press(i < 39 ? 'Shift+Enter' : 'Enter');
  }
}

async function openMenu(person: Person, text: string): Promise<void> {
  await said(person, text).hover();
  await said(person, text)
    .getByRole('button', { name: /^Actions for/ })
    .click();
}

async function act(person: Person, text: string, action: string): Promise<void> {
  await openMenu(person, text);
  await person.page.getByRole('menuitem', { name: action }).click();
}

/** Drops a picture of 640 by 480 pixels on the page, or pastes a text file into the field. */
const handFiles = ({ page }: Person, how: 'drop' | 'paste'): Promise<void> =>
  page.evaluate(async (kind) => {
    const data = new DataTransfer();
    const canvas = new OffscreenCanvas(640, 480);
    canvas.getContext('2d')!.fillRect(0, 0, 320, 480);
    if (kind === 'drop') {
      data.items.add(new File([await canvas.convertToBlob()], 'roof.png', { type: 'image/png' }));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    } else {
      data.items.add(new File(['Slates, 400'], 'costs.txt', { type: 'text/plain' }));
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }
  }, how);

test('people talk: mentions, replies, edits, signs, an absence, a broken connection', async ({ firm }) => {
  const { people, enter } = await firm('Berg & Funk', ['Ada', 'Ben']);
  const [founding, colleague] = people;
  const [ada, ben] = [
    await enter(founding!, { viewport: desk }),
    await enter(colleague!, { viewport: desk }),
  ];
  for (const { page } of [ada, ben]) await page.getByRole('link', { name: 'Chat' }).click();
  const { keyboard } = ada.page;

  await test.step('a room needs a name; whoever works here finds it and joins', async () => {
    await ada.page.getByRole('button', { name: 'New room' }).first().click();
    await ada.page.getByRole('button', { name: 'Create room' }).click();
    await expect(ada.page.getByText('Please select a room name')).toBeVisible();
    await ada.page.getByRole('textbox', { name: 'Name' }).fill('Canteen');
    await ada.page.getByRole('button', { name: 'Create room' }).click();
    await expect(ada.page.getByRole('heading', { name: 'Canteen' })).toBeVisible();
    await ben.page.getByRole('link', { name: 'Canteen' }).click();
    await ben.page.getByRole('button', { name: 'Join room' }).click();
    await expect(stream(ada).getByText('Ben Berg joined')).toBeVisible();
  });

  await test.step('what Ada says Ben sees at once, answers in place, and reacts to', async () => {
    await field(ada).click();
    await keyboard.type('Lunch at noon, @Be');
    await expect(ada.page.getByRole('option', { name: /Ben/ })).toBeVisible();
    await keyboard.press('Enter');
    await keyboard.type('? :coff');
    await expect(ada.page.getByRole('option', { name: /coffee/ })).toBeVisible();
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await expect(said(ben, 'Lunch at noon, @Ben Berg ? ☕')).toBeVisible();
    await act(ben, 'Lunch at noon', 'Reply');
    await say(ben, 'Gladly');
    await expect(said(ada, 'Gladly').getByRole('button', { name: /^Ada Berg: Lunch/ })).toBeVisible();
    // Read out to who does not see the list, which is silent by itself.
    await expect(ada.page.getByRole('status').filter({ hasText: 'Ben Berg: Gladly' })).toBeAttached();
    await expect(stream(ada)).toHaveAttribute('aria-live', 'off');
    await act(ben, 'Ada Berg: Lunch', 'Edit');
    await changedField(ben).click();
    await ben.page.keyboard.press('End');
    await ben.page.keyboard.type(', at one');
    await ben.page.keyboard.press('Enter');
    await expect(said(ada, 'Gladly, at one')).toContainText('edited');
    await act(ada, 'Gladly', 'Quote');
    await expect(field(ada).locator('blockquote')).toContainText('Gladly, at one');
    await expect(field(ada)).toBeFocused();
    await keyboard.type('So be it');
    await keyboard.press('Enter');
    // The quote leads to what was said, in place.
    await said(ben, 'So be it')
      .getByRole('link', { name: /^Ben Berg, / })
      .click();
    await expect(ben.page).toHaveURL(/\/chat\/.+\?message=/);
    expect(ben.page.context().pages()).toHaveLength(1);
    await act(ada, 'edited', 'React with 👍');
    await expect(said(ben, 'Gladly').getByRole('button', { name: '👍 by Ada Berg' })).toBeVisible();
  });

  await test.step('a picture is dropped, a file pasted: they go without words, open in place, and are found by name and words', async () => {
    await handFiles(ada, 'drop');
    await expect(ada.page.getByRole('list', { name: 'Files that go with' })).toContainText('roof.png');
    await field(ada).click();
    await handFiles(ada, 'paste');
    await expect(ada.page.getByRole('list', { name: 'Files that go with' })).toContainText('costs.txt');
    await keyboard.press('Enter');
    const picture = stream(ben).getByRole('button', { name: 'Show roof.png' });
    await expect(picture.locator('img')).toBeVisible();
    expect(await picture.boundingBox()).toMatchObject({ width: 256, height: 192 });
    await stream(ben).getByRole('button', { name: 'Show costs.txt' }).click();
    await expect(ben.page.frameLocator('iframe').getByText('Slates, 400')).toBeVisible();
    await ben.page.getByRole('button', { name: 'Close preview' }).click();
    await ben.page.keyboard.press('Control+k');
    for (const text of ['roof.png', 'slates']) {
      await ben.page.getByPlaceholder('Search, go to or do').fill(text);
      await expect(
        ben.page.getByRole('dialog').getByRole('option', { name: /roof\.png, costs\.txt/ }),
      ).toBeVisible();
    }
    await ben.page.keyboard.press('Escape');
  });

  await test.step('what comes while Ben is elsewhere is counted, and a line stands above it for his visit', async () => {
    const room = new URL(ben.page.url()).pathname;
    await ben.page.getByRole('link', { name: 'Home' }).click();
    await say(ada, 'Bring the plans');
    await expect(unread(ben)).toHaveText('1');
    await expect(ben.page).toHaveTitle(/^\(1\) /);
    // By its address, so that nothing of it is in memory yet.
    await ben.page.goto(room);
    await expect(stream(ben).getByText('New', { exact: true })).toBeVisible();
    await ben.page.bringToFront();
    await expect(unread(ben)).toHaveCount(0);
    await expect(stream(ben).getByText('New', { exact: true })).toBeVisible();
  });

  await test.step('what is said without a connection goes out in order when it is back; what is half said stays', async () => {
    ben.guard.expect(/ERR_INTERNET_DISCONNECTED/);
    await ben.page.context().setOffline(true);
    for (const text of ['From the tunnel', 'Still in it']) await say(ben, text);
    await expect(said(ben, 'Still in it').getByLabel('Not on the server yet')).toBeVisible();
    await field(ben).click();
    await ben.page.keyboard.type('Half a sen');
    // Above what Ben has not sent.
    await sayMuch(ada);
    await ben.page.context().setOffline(false);
    await expect(said(ben, 'Still in it').getByLabel('Not on the server yet')).toHaveCount(0);
    await expect(said(ben, 'Still in it')).toBeInViewport();
    await expect(stream(ada).getByText(/tunnel|Still/)).toHaveText(['From the tunnel', 'Still in it']);
    await expect(ben.page.getByRole('link', { name: /Canteen/ })).toContainText('Draft');
    // Whoever does something with a message is not carried away from it.
    await openMenu(ben, 'Still in it');
    await sayMuch(ada);
    await expect(ben.page.getByRole('button', { name: '1 new message' })).toBeVisible();
    await ben.page.getByRole('menuitem', { name: 'Edit' }).click();
    await changedField(ben).click();
    await sayMuch(ada);
    await expect(ben.page.getByRole('button', { name: '2 new messages' })).toBeVisible();
    await expect(changedField(ben)).toBeInViewport();
    await ben.page.keyboard.press('Control+a');
    await ben.page.keyboard.type('Still in it, slowly');
    await ben.page.keyboard.press('Enter');
    await expect(said(ada, 'Still in it, slowly')).toContainText('edited');
    await ben.isSettled();
    await ben.page.reload();
    await expect(field(ben)).toHaveText('Half a sen');
  });

  await ada.page.getByRole('button', { name: 'New direct message' }).click();
  await ada.page.getByRole('combobox', { name: 'Write to' }).fill('Ben');
  await ada.page.getByRole('option', { name: /Ben/ }).click();
  await keyboard.press('Escape');
  await ada.page.getByRole('button', { name: 'Write', exact: true }).click();
  await expect(ada.page.getByRole('heading', { name: 'Ben Berg' })).toBeVisible();
  await say(ada, 'Between us');
  await expect(ben.page.getByRole('link', { name: /Ada Berg/ })).toBeVisible();

  await expect(
    ben.page.getByRole('link', { name: /Ada Berg/ }).getByRole('img', { name: 'Active' }),
  ).toBeVisible();

  await test.step('whoever is let into a private room without its past gets a new one, which the old one leads to', async () => {
    await ada.page.getByRole('button', { name: 'New room' }).first().click();
    await ada.page.getByRole('textbox', { name: 'Name' }).fill('Gift');
    await ada.page.getByRole('radio', { name: /^Only its members/ }).check();
    await ada.page.getByRole('button', { name: 'Create room' }).click();
    await say(ada, 'Not for Ben');
    await ada.page.getByRole('button', { name: 'Actions for Gift' }).click();
    await ada.page.getByRole('menuitem', { name: 'Room settings' }).click();
    await ada.page.getByRole('combobox', { name: 'Members' }).fill('Ben');
    await ada.page.getByRole('option', { name: /Ben/ }).click();
    await expect(ada.page.getByRole('radio', { name: /^Stays with those/ })).toBeChecked();
    await ada.page.getByRole('button', { name: 'Save' }).click();
    await expect(ada.page.getByText('“Gift” continues as a new room')).toBeVisible();
    await say(ada, 'Welcome');
    await ben.page.getByRole('link', { name: /Gift/ }).click();
    await expect(said(ben, 'Welcome')).toBeVisible();
    await expect(ben.page.getByText('Not for Ben')).toHaveCount(0);
    await expect(ben.page.getByRole('link', { name: 'Earlier room' })).toHaveCount(0);
    await ben.page.getByRole('button', { name: 'Actions for Gift' }).click();
    await ben.page.getByRole('menuitem', { name: 'Room settings' }).click();
    await expect(ben.page.getByText('Your access here comes from Ada Berg.')).toBeVisible();
    await ben.page.keyboard.press('Escape');
    await ada.page.getByRole('link', { name: 'Earlier room' }).click();
    await expect(said(ada, 'Not for Ben')).toBeVisible();
    await ada.page.getByRole('link', { name: 'Go to the new room' }).click();
    await expect(said(ada, 'Welcome')).toBeVisible();
  });

  await test.step('in a room that fits the window nobody is carried away from what they change, either', async () => {
    await ben.page.setViewportSize({ ...phone, height: 560 });
    await say(ben, 'What for?');
    await act(ben, 'What for?', 'Edit');
    const save = ben.page.getByRole('button', { name: 'Save' });
    await expect(save).toBeInViewport({ ratio: 1 });
    await changedField(ben).click();
    await sayMuch(ada);
    await expect(ben.page.getByRole('button', { name: '1 new message' })).toBeVisible();
    await expect(changedField(ben)).toBeInViewport();
    await save.click();
    await ben.page.getByRole('button', { name: '1 new message' }).click();
    await expect(stream(ben).getByText('39')).toBeInViewport();
    // At the end of what is longer than the window, the form is whole in view, too.
    await say(ben, 'How much?');
    await act(ben, 'How much?', 'Edit');
    await expect(save).toBeInViewport({ ratio: 1 });
    await ben.page.getByRole('button', { name: 'Cancel' }).click();
  });

  await looksFine(ben.page, 'a room');
});
