/**
 * Two people write into one task at the same time, with real keys: into its description, and into its other fields. 5 random
 * interleavings of each, 200 with LONG=1; a failing seed is named and can be given as SEED.
 */
import { random } from '@kontor/contract/testing/random';
import type { Locator } from '@playwright/test';
import { expect, type Fixtures, test } from './fixture.ts';
import type { Person } from './person/person.ts';

const runs = process.env.LONG ? 200 : 5;
const firstSeed = Number(process.env.SEED ?? 1);
const patience = process.env.LONG ? 3_600_000 : 300_000;

const paragraphs = (person: Person) => person.tasks.description.locator('p');
const notices = (person: Person) =>
  person.tasks.sheet.getByRole('alert').filter({ hasText: 'changed in two places' });
/** Leaves the field, which stores it. */
const leave = (person: Person) => person.tasks.title.focus();

/** Puts the cursor at the end of a paragraph, where it stays until the person moves it. */
async function goTo(person: Person, index: number): Promise<void> {
  await paragraphs(person).nth(index).click();
  // A click that changed the editor sets the selection once more, in a timer: no hand is quicker than that.
  await person.page.evaluate(() => new Promise((passed) => setTimeout(passed)));
  await person.page.keyboard.press('End');
}

test('keys that wait behind a click act where the click was', async ({ founder }) => {
  const ada = await founder('Ada', 'Busy Page');
  await ada.projects.create('Letter');
  await ada.projects.show('Letter', 'Tasks');
  await ada.tasks.create({ title: 'Write it', description: 'begin' });
  await ada.isSettled();
  await ada.tasks.title.focus();
  const box = (await paragraphs(ada).first().boundingBox())!;
  const end = { x: box.x + box.width - 10, y: box.y + box.height / 2 };
  const browser = await ada.page.context().newCDPSession(ada.page);
  const busy = ada.page.evaluate(() => {
    const until = performance.now() + 1_000;
    while (performance.now() < until);
  });
  const click = { ...end, button: 'left', clickCount: 1 } as const;
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
  await Promise.all([
    busy,
    browser.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...click }),
    browser.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...click }),
    browser.send('Input.dispatchKeyEvent', { type: 'keyDown', ...enter, text: '\r' }),
    browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter }),
  ]);
  await ada.page.keyboard.type('behind');
  await expect(paragraphs(ada)).toHaveText(['begin', 'behind']);
});

/** Opens one task in two browsers of one person; its description says `begin`. */
async function openTwice({
  founder,
  another,
}: Pick<Fixtures, 'founder' | 'another'>): Promise<readonly [Person, Person]> {
  const ada = await founder('Ada', 'Two Pens');
  await ada.projects.create('Letter');
  await ada.projects.show('Letter', 'Tasks');
  await ada.tasks.create({ title: 'Write it', description: 'begin' });
  await ada.isSettled();
  const there = await another(ada);
  await there.signIn();
  await there.openWorkspace('Two Pens');
  await there.projects.open('Letter', 'Tasks');
  await there.tasks.open('Write it');
  await expect(paragraphs(there).first()).toHaveText('begin');
  return [ada, there];
}

/** Decides each question between two texts by one of them, until both browsers show none. */
async function settle(both: readonly Person[]): Promise<void> {
  for (const person of both) {
    const question = notices(person).getByRole('button', { name: /^Keep (mine|this one)$/ });
    // The other one's answer, when it comes, takes a question away that is about to be answered here.
    while ((await question.count()) > 0)
      await question
        .first()
        .click({ timeout: 2_000 })
        .catch((error: Error) => expect(error.name).toBe('TimeoutError'));
    await person.isSettled();
  }
}

test('two people write into one description: nothing that was typed is lost', async ({
  founder,
  another,
}) => {
  test.setTimeout(patience);
  const both = await openTwice({ founder, another });
  const [ada, there] = both;

  await test.step('another paragraph comes in under the cursor, which stays in its words', async () => {
    await goTo(ada, 0);
    await ada.page.keyboard.press('Enter');
    await ada.page.keyboard.type('one');
    await leave(ada);
    await expect(paragraphs(there)).toHaveText(['begin', 'one']);
    await goTo(there, 1);
    await there.page.keyboard.type(' two');
    await goTo(ada, 0);
    await ada.page.keyboard.press('Home');
    await ada.page.keyboard.type('first');
    await ada.page.keyboard.press('Enter');
    await leave(ada);
    await expect(paragraphs(there)).toHaveText(['first', 'begin', 'one two']);
    await there.page.keyboard.type(' three');
    await leave(there);
    for (const person of both)
      await expect(paragraphs(person)).toHaveText(['first', 'begin', 'one two three']);
    for (const person of both) await expect(notices(person)).toHaveCount(0);
  });

  await test.step('of a paragraph that both write, both texts are there to choose from', async () => {
    await goTo(ada, 1);
    await ada.page.keyboard.type(' by Ada');
    await goTo(there, 1);
    await there.page.keyboard.type(' from there');
    await leave(there);
    await expect(notices(ada)).toContainText('begin by Ada');
    await expect(notices(ada)).toContainText('begin from there');
    await notices(ada).getByRole('button', { name: 'Keep mine' }).click();
    await expect(paragraphs(there).nth(1)).toHaveText('begin by Ada');
  });

  for (let seed = firstSeed; seed < firstSeed + runs; seed++)
    await test.step(`seed ${seed}`, async () => {
      const pick = random(seed).below;
      const typed: string[] = [];
      for (let step = 0; step < 8; step++) {
        const person = both[pick(2)]!;
        const act = pick(5);
        if (act === 4) await leave(person);
        else {
          await goTo(person, pick(await paragraphs(person).count()));
          const word = `w${seed}x${step}`;
          typed.push(word);
          if (act === 0) await person.page.keyboard.press('Enter');
          await person.page.keyboard.type(` ${word}`);
          await expect(person.tasks.description).toContainText(word);
        }
      }
      for (const person of both) await leave(person);
      const texts = () => Promise.all(both.map((person) => paragraphs(person).allInnerTexts()));
      await expect(async () => {
        const there = (await Promise.all(both.map(({ tasks }) => tasks.sheet.innerText()))).join(' ');
        const missing = typed.filter((word) => !there.includes(word));
        expect(missing, JSON.stringify(await texts())).toEqual([]);
      }).toPass();
      await settle(both);
      await expect(async () => {
        const [left, right] = await texts();
        expect(left).toEqual(right);
      }).toPass();
    });
});

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'];
/** The fields of one line, each with the texts that are typed into it: none stands in another. */
const fields = {
  Title: (n: number) => `t${n}x`,
  'Estimate (hours)': (n: number) => `${100 + (n % 800)}`,
  Start: (n: number) => `${10 + (n % 18)} ${months[n % 6]} ${2100 + n}`,
  Due: (n: number) => `${10 + (n % 18)} ${months[n % 6]} ${4100 + n}`,
};
const names = Object.keys(fields) as (keyof typeof fields)[];

/**
 * Lets the next key write over all that a field shows by then: another text may arrive between a selection and the key. Returns
 * how to read what the field and the notices beside it showed.
 */
async function writeOver(field: Locator): Promise<() => Promise<string>> {
  const seen = await field.evaluateHandle((input: HTMLInputElement) => {
    const kept = { text: '' };
    const select = () => {
      kept.text = `${input.value}\n${input.closest<HTMLElement>('[role=dialog]')!.innerText}`;
      input.select();
    };
    input.addEventListener('keydown', select, { once: true });
    return kept;
  });
  return () => seen.evaluate(({ text }) => text);
}

const stands = (text: string, inText: string) => new RegExp(`\\b${text}\\b`).test(inText);

test('two people write into the other fields of a task: nothing that was typed is lost', async ({
  founder,
  another,
}) => {
  test.setTimeout(patience);
  const both = await openTwice({ founder, another });
  const field = ({ tasks: { sheet } }: Person, name: string) =>
    sheet.getByRole('textbox', { name, exact: true }).first();
  const valuesOf = (person: Person) => Promise.all(names.map((name) => field(person, name).inputValue()));
  const leaveLine = (person: Person) => person.tasks.sheet.getByRole('button', { name: 'Save' }).focus();
  let typedTexts = 0;

  for (let seed = firstSeed; seed < firstSeed + runs; seed++)
    await test.step(`seed ${seed}`, async () => {
      const pick = random(seed).below;
      /** Texts that nobody wrote over who saw them, in the field or in a notice, and the names of their fields. */
      const typed = new Map<string, string>();
      for (let step = 0; step < 8; step++) {
        const person = both[pick(2)]!;
        const name = names[pick(names.length)]!;
        const text = fields[name](typedTexts++);
        await field(person, name).click();
        const seen = await writeOver(field(person, name));
        await person.page.keyboard.type(text);
        const before = await seen();
        for (const [each, of] of typed) if (of === name && stands(each, before)) typed.delete(each);
        typed.set(text, name);
        if (pick(2) === 0) await person.page.keyboard.press('Tab');
      }
      for (const person of both) await leaveLine(person);
      await expect(async () => {
        const shown = await Promise.all(
          both.map(async (person) => [await person.tasks.sheet.innerText(), ...(await valuesOf(person))]),
        );
        const all = shown.flat().join('\n');
        expect(
          [...typed.keys()].filter((text) => !stands(text, all)),
          all,
        ).toEqual([]);
      }).toPass({ timeout: 30_000 });
      await settle(both);
      await expect(async () => expect(await valuesOf(both[0])).toEqual(await valuesOf(both[1]))).toPass({
        timeout: 30_000,
      });
    });
});
