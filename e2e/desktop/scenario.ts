/**
 * A day with the desktop app as it is built: a server is chosen, a document goes through another program, the connection breaks,
 * the app is killed, and in the end nothing readable is left. Another device of the same person looks on, in Node.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { createProject } from '@kontor/client/nouns/project';
import { createCustomer } from '@kontor/client/team/createCustomer';
import { desktopOrigins } from '@kontor/contract/wire/protocol';
import type { Actor } from '@kontor/testkit/actor';
import type { BreakingProxy } from '@kontor/testkit/breakingProxy';
import { savePatterns } from '@kontor/testkit/desktop/savePatterns';
import { until } from '../browsers/browser.ts';
import type { Step } from '../browsers/tour.ts';
import type { WebKit } from '../browsers/webkit.ts';
import { canaries, needlesOf } from '../canary/marker.ts';
import { searchFolder } from '../canary/search.ts';
import { acts, part, target } from './acts.ts';
import type { Computer } from './computer.ts';
import { contentsOf, saveOften, versionTexts } from './contents.ts';
import { closeOn, pressOn } from './display.ts';
import { logOutStep } from './logOut.ts';
import { beginQuietHours, mentionSteps, takeInColleague } from './mentions.ts';
import { forbidden, redDots, refused } from './pageScripts.ts';
import { refusedFolderStep } from './refusedFolder.ts';

const company = 'Slate & Söhne';
/** Saves of each pattern. */
const savesEach = process.env.LONG ? 13 : 3;

export interface DesktopSite {
  computer: Computer;
  /** The proxy before the server. */
  proxy: BreakingProxy;
  /** The same person on another device, with a connection of its own. */
  ada: Actor;
  /** A colleague. */
  ben: Actor;
}

/** Plays everything. Resolves with the app as it stands; `onStart` is told of each app that is started. */
export async function desktopDay(
  { computer, proxy, ada, ben }: DesktopSite,
  step: Step,
  onStart: (app: WebKit) => void,
): Promise<void> {
  const { editor } = computer;
  const { marker, plant } = canaries();
  const needles = needlesOf(marker);
  const found = () =>
    searchFolder(computer.home, needles).hits.filter(
      ({ sink }) => !sink.includes(`${computer.home}/editor/`),
    );
  const project = `Annexe ${plant('project')}`;
  const elsewhere = await ada.open(await ada.createWorkspace({ name: company }));
  const { id: scopeId } = createProject(elsewhere, { name: project });
  const first = plant('first');
  const { uploads } = await elsewhere.files();
  await uploads.add([new File([first], 'Plan.txt', { type: 'text/plain' })], { scopeId });
  await elsewhere.outbox.sent();
  const mention = await takeInColleague({ ada, ben }, elsewhere, scopeId);
  await beginQuietHours(ada);
  const notifications = await computer.showNotifications();

  let app: WebKit;
  /** Pixels of the page's width while it is shown larger. */
  let larger = 0;
  const plans = join(computer.home, 'Plans');
  /** Where the document lies that is open. */
  let folder = '';
  const start = async (link?: string) => {
    app = await computer.start(link);
    onStart(app);
  };
  const act = acts(() => app);
  const { see, isThere, write, address, width, chooseServer, signIn, openInProgram, inTray } = act;
  const enter = () => act.enterWorkspace(company);
  /** Downloads the document, and expects it in a folder. */
  const download = async (to: string) => {
    await app.click(target('button', 'Actions for Plan.txt'));
    await app.click(target('menuitem', 'Download'));
    const file = join(to, 'Plan.txt');
    await until(`the file in ${to}`, async () => existsSync(file) && readFileSync(file, 'utf8') === first);
    rmSync(file);
  };
  const documents = async () => {
    await enter();
    await app.click(target('link', project));
    await app.click(target('link', 'Documents'));
    await see(target('link', 'Plan.txt'));
  };
  const documentsByLink = async () => {
    await computer.follow(app, `kontor://${elsewhere.id}/projects`);
    await see(target('heading', 'Projects'));
    await documents();
  };
  const openFolder = join(computer.home, '.cache/app.kontor.desktop/open');
  const isWiped = () =>
    until('the folder of open documents is empty', async () => readdirSync(openFolder).length === 0);
  const isNothingReadable = () => {
    const left = found();
    if (left.length > 0)
      throw new Error(
        left.map(({ sink, encoding, around }) => `${sink} (${encoding}): ${around}`).join('\n'),
      );
  };
  /** Saves in the editor, and resolves when another device has it. */
  const arrives = (name: string, text: string) =>
    until(`${name} with what was saved, elsewhere`, async () =>
      (await contentsOf(elsewhere, name)).includes(text),
    );

  await step('started by a link the app asks for a server first, and has a keychain', async () => {
    await start('kontor://account?tab=computer');
    await see(target('heading', 'Choose a server'));
    const text = await app.run<string>('() => document.body.innerText');
    if (text.includes('no keychain')) throw new Error('it has found no keychain');
    await chooseServer(proxy.url);
  });

  await step('its page obeys the policies that the server would send', async () => {
    const refusals = await app.run<string[]>(forbidden);
    const allowed = refused.filter((each) => !refusals.includes(each));
    if (allowed.length > 0) throw new Error(`not refused: ${allowed.join(', ')}`);
    await app.reload();
  });

  await step('signing in, a project and its documents', async () => {
    await signIn(ada.person);
    await until('the page of the link', async () => (await address()) === '/account?tab=computer');
    await app.click(target('button', 'Back'));
    await documents();
  });

  await step('a second start leaves its link to the app that runs', async () => {
    await documentsByLink();
  });

  await step('a link that leads elsewhere opens in the browser of the system, and not here', async () => {
    const website = 'https://example.com/roof?kind=slate';
    const customer = { name: 'Haus Ast', type: 'COMPANY' } as const;
    const id = await createCustomer(elsewhere, { customer, file: { website } });
    await computer.follow(app, `kontor://${elsewhere.id}/customers/${id}`);
    await app.click(target('link', website));
    await until('the address in the browser', async () => computer.visited().join() === website);
    if (!(await address()).startsWith(`/${elsewhere.id}/customers/${id}`))
      throw new Error(`the app itself went to ${await address()}`);
    await documentsByLink();
  });

  const workspace = { id: elsewhere.id, name: company };
  const words = [plant('quiet'), plant('loud')] as const;
  await mentionSteps({ app: app!, act, notifications, workspace, mention, words }, step);

  await step('Ctrl with + and 0 makes everything larger, and as it was', async () => {
    const before = await width();
    await app.press(['Control', '+']);
    await until('a larger page', async () => (await width()) < before);
    await app.press(['Control', '0']);
    await until('the page as it was', async () => (await width()) === before);
  });

  await step('a download lies in the folder for downloads', async () => {
    await documentsByLink();
    await download(computer.downloads);
  });

  await step('what is chosen for this computer holds, and is kept', async () => {
    await act.chooseInMenu(company, 'Account');
    await app.click(target('link', 'This computer'));
    const autostart = join(computer.home, '.config/autostart');
    await app.click(target('field', 'Open Kontor when this computer starts'));
    await until(
      'the entry for the start',
      async () => existsSync(autostart) && readdirSync(autostart).length > 0,
    );
    await app.click(part('field', 'Start, pause and resume the timer in any program'));
    const kept = join(computer.home, '.config/app.kontor.desktop/settings.json');
    await until('the choice of the shortcut', async () =>
      readFileSync(kept, 'utf8').includes('"hasShortcut":true'),
    );
    const before = await width();
    await app.press(['Control', '+']);
    await until('a larger page', async () => (await width()) < before);
    larger = await width();
    await app.close();
    mkdirSync(plans);
    writeFileSync(kept, JSON.stringify({ ...JSON.parse(readFileSync(kept, 'utf8')), downloads: plans }));
  });

  await step('without a connection it opens as it was; then downloads go where they are to', async () => {
    proxy.cut();
    await start();
    await until('the page as large as before', async () => (await width()) === larger);
    // A page that has just begun does not hear the keys yet.
    await until('the page as it was', async () => {
      await app.press(['Control', '0']);
      return (await width()) > larger;
    });
    await documents();
    proxy.mend();
    await download(plans);
  });

  await step('the timer hears its keys outside the window; Ctrl + P prints', async () => {
    pressOn(app.display, 'ctrl+alt+k');
    await see(target('heading', 'What are you working on?'));
    await app.press(['Escape']);
    // An engine that is driven shows no dialog of the system.
    await app.run('() => { window.print = () => document.body.append("Asked where to print"); }');
    await app.press(['Control', 'p']);
    await until('the question where to print', async () =>
      (await app.run<string>('() => document.body.innerText')).includes('Asked where to print'),
    );
    await app.reload();
    await see(target('link', 'Plan.txt'));
  });

  await step('closed twice in a row it asks once, and what was typed is still there', async () => {
    await app.click(target('button', 'New'));
    await app.click(target('menuitem', 'Project'));
    await write('Name', 'Half a thought');
    // What is typed is kept (ADR 91) and asks for nothing: something stands for an upload that is under way.
    await app.run(`() => {
      globalThis.unfinished = (event) => event.preventDefault();
      addEventListener('beforeunload', globalThis.unfinished);
    }`);
    await closeOn(app.display, 'Kontor', 2);
    const question = target('heading', 'Quit, though not everything is finished?');
    await see(question);
    await closeOn(app.display, 'Kontor', 1);
    // As long as the shell would wait for a page that hangs.
    await pass(6_000);
    await closeOn(app.display, 'Kontor', 2);
    await see(question);
    const cancel = target('button', 'Cancel');
    await app.click(cancel);
    await until('the question is gone', async () => !(await isThere(cancel)));
    const typed = `() => [...document.querySelectorAll('input')].some(({ value }) => value === 'Half a thought')`;
    if (!(await app.run<boolean>(typed))) throw new Error('what was typed is gone');
    await app.run(`() => removeEventListener('beforeunload', globalThis.unfinished)`);
    await write('Name', '');
    await app.press(['Backspace']);
    await app.press(['Escape']);
    await until('the form is closed', async () => !(await isThere(target('field', 'Name'))));
  });

  await step('misspelt words are marked where the system has a dictionary of its language', async () => {
    const hasDictionary = /^en/m.test(execFileSync('enchant-lsmod-2', ['-list-dicts'], { encoding: 'utf8' }));
    await app.run(`() => {
      const field = document.createElement('textarea');
      field.ariaLabel = 'Any text';
      document.body.prepend(field);
    }`);
    await app.click(target('field', 'Any text'));
    await app.type('Wrongg spelingg mistakke ');
    const marked = async () => app.run<number>(redDots, Buffer.from(await app.picture()).toString('base64'));
    if (hasDictionary) await until('marks below the words', async () => (await marked()) > 20);
    else if ((await marked()) > 0) throw new Error('marked without a dictionary');
    await app.reload();
    await see(target('link', 'Plan.txt'));
  });

  await step('a document opens in its program, and what is saved there is its newest version', async () => {
    await openInProgram('Plan.txt');
    const path = await editor.opened();
    await inTray('Open');
    folder = dirname(path);
    if (!path.startsWith(computer.home)) throw new Error(`it lies at ${path}`);
    if (found().length === 0) throw new Error('the search for plain text does not find the open document');
    const second = plant('second');
    await editor.save(second);
    await inTray('Saved');
    await arrives('Plan.txt', second);
  });

  await step('another was first: both are kept', async () => {
    proxy.cut();
    const [mine, theirs] = [plant('mine'), plant('theirs')];
    await editor.save(mine);
    await inTray('Waiting for a connection; it will then be uploaded automatically.');
    const document = elsewhere.collections.document.all().find(({ name }) => name === 'Plan.txt')!;
    const file = new File([theirs], 'Plan.txt', { type: 'text/plain' });
    await uploads.add([file], { scopeId, documentId: document.id });
    await elsewhere.outbox.sent();
    proxy.mend();
    await arrives('conflict', mine);
    await arrives('Plan.txt', theirs);
  });

  await step('killed while it uploads, and started again: nothing is lost', async () => {
    proxy.cut();
    const last = plant('last');
    await editor.save(last);
    await inTray('Waiting for a connection; it will then be uploaded automatically.');
    await app.kill();
    proxy.mend();
    await start();
    await enter();
    await arrives('conflict', last);
  });

  await step(
    'killed with everything uploaded: what its program still has open is followed again',
    async () => {
      await app.kill();
      await start();
      await enter();
      const after = plant('after');
      await editor.save(after);
      await arrives('conflict', after);
    },
  );

  const site = { app: () => app, act, proxy, elsewhere, scopeId, documents, found };
  await logOutStep({ ...site, words: plant('arriving'), held: folder }, step);

  await step('killed while bytes are on their way, and started again: the whole is there once', async () => {
    await start();
    await enter();
    const large = `${plant('large')} ${'x'.repeat(4_000_000)}`;
    proxy.slow(400_000);
    const before = proxy.sent();
    writeFileSync(join(folder, 'lu2.tmp'), large);
    renameSync(join(folder, 'lu2.tmp'), join(folder, 'Plan.txt'));
    await until('a part of it is on its way', async () => proxy.sent() > before + 1_000_000);
    await app.kill();
    proxy.cut();
    proxy.slow(Number.POSITIVE_INFINITY);
    proxy.mend();
    await start();
    await enter();
    await arrives('conflict', large);
    const copies = elsewhere.collections.document.all().filter(({ name }) => name.includes('conflict'));
    const all = (await Promise.all(copies.map(({ id }) => versionTexts(elsewhere, id)))).flat();
    const times = all.filter((text) => text === large).length;
    const halves = all.filter((text) => text !== large && large.startsWith(text)).length;
    if (times !== 1 || halves > 0) throw new Error(`${times} times, ${halves} in part`);
  });

  await step(
    'what was saved under another name and just before closing is a document and a version',
    async () => {
      const [beside, hasty] = [plant('beside'), plant('hasty')];
      writeFileSync(join(folder, 'Letter.txt'), beside);
      await editor.save(hasty);
      await editor.close();
      await arrives('conflict', hasty);
      await inTray('Saved here beside');
      await app.click(target('button', 'Upload Letter.txt'));
      await arrives('Letter.txt', beside);
    },
  );

  const patterns = Object.entries(savePatterns);
  await step(
    `${patterns.length * savesEach} saves in every pattern: each goes up once, none half`,
    async () => {
      const nameOf = (pattern: string) => `Held, ${pattern}.txt`;
      const files = patterns.map(([pattern]) => new File(['first'], nameOf(pattern), { type: 'text/plain' }));
      await uploads.add(files, { scopeId });
      await elsewhere.outbox.sent();
      await documents();
      for (const [i, { name }] of files.entries()) {
        await openInProgram(name);
        // Their rows would lie over those of the documents.
        if (i === 0) await app.click(target('button', 'Show or hide the list'));
      }
      await until('all of them are open', async () => editor.held().length === patterns.length);
      let isDone = false;
      const looking = (async () => {
        for (; !isDone; await pass(200)) await elsewhere.pull();
      })();
      const saves = patterns.map(([pattern, steps]) => {
        const name = nameOf(pattern);
        const path = editor.held().find((each) => basename(each) === name)!;
        return saveOften(elsewhere, { path, name, pattern: steps, times: savesEach });
      });
      await Promise.all(saves).finally(() => {
        isDone = true;
      });
      await looking;
      editor.closeHeld();
    },
  );

  await step('closed in its program it is wiped, and nothing readable is left', async () => {
    await isWiped();
    await app.close();
    isNothingReadable();
  });

  await refusedFolderStep({ ...site, openFolder, start }, 'Plan.txt', step);

  await step('it opens as large as its window was when it was quit', async () => {
    await start();
    await enter();
    const size = { width: 1010, height: 720 };
    await app.resize(size);
    await until('a window so large', async () => (await width()) === size.width);
    await closeOn(app.display, 'Kontor', 1);
    await app.ended();
    await start();
    if (app.opened.width !== size.width || app.opened.height !== size.height)
      throw new Error(`it opened with ${app.opened.width} x ${app.opened.height}`);
  });

  await step('signing out wipes what a program has open', async () => {
    await documents();
    await openInProgram('Plan.txt');
    await editor.opened();
    await inTray('Open');
    await act.chooseInMenu(company, 'Sign out');
    await see(part('text', 'Perhaps still open in another program: Plan.txt.'));
    await app.click(target('button', 'Sign out'));
    await see(target('button', 'Sign in'));
    await isWiped();
    await editor.close();
    isNothingReadable();
  });

  await step('strangers who guess keep nobody out who was signed in here', async () => {
    const { email, password } = ada.person;
    const guess = async () => {
      const answer = await fetch(`${proxy.url}/api/auth/callback/credentials`, {
        method: 'POST',
        headers: { origin: desktopOrigins[0]! },
        body: new URLSearchParams({ email, password: randomBytes(32).toString('base64url') }),
      });
      return ((await answer.json()) as { url: string }).url;
    };
    await until('strangers have to wait', async () => (await guess()).endsWith('=Throttled'));
    await signIn({ email, password });
    await enter();
    await app.close();
  });

  await step('with its keychain locked the app says so, and asks to sign in', async () => {
    await computer.lock();
    await start();
    await see(part('text', 'The keychain of this system is locked'));
    await app.close();
  });
}
