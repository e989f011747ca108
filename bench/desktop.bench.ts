/**
 * The desktop app, as people get it, on a display of its own, beside Chromium with the same page on the same person's
 * device: from the start of the program, by way of the list of workspaces, until one can be used, memory at rest, and from asking for a large
 * document until its program has it.
 */
import { statSync } from 'node:fs';
import { createProject } from '@kontor/client/nouns/project';
import { createActor } from '@kontor/testkit/actor';
import { startServer } from '@kontor/testkit/server';
import type { WebKit } from '../e2e/browsers/webkit.ts';
import { acts, part, target } from '../e2e/desktop/acts.ts';
import { makeComputer } from '../e2e/desktop/computer.ts';
import { buildShell } from '../tools/desktopShell.ts';
import { onPath } from '../tools/system.ts';
import { freshProfile, inBrowser, signIn } from './browser.ts';
import { atEnd } from './cleanUp.ts';
import { alternate, figureOf, loneFigure, median } from './measure.ts';
import { runs, sized } from './options.ts';
import { browserPid, memoryOf, runningProgram } from './processes.ts';
import { progress, report } from './report.ts';

const bytes = sized(50_000_000, 1_000_000);
/** ms until a page that was opened is at rest. */
const rest = sized(15_000, 2_000);
const name = 'Drawing.txt';
const workspaceLink = part('link', 'Bench');
const open = target('button', 'Workspace Bench, switch workspace');

interface Marks {
  /** ms from the start of the program until the workspace is open. */
  usable: number;
  /** Megabytes. */
  memory: number;
}

await report('The desktop app', async () => {
  const program = await buildShell('release');
  const server = await startServer();
  atEnd(() => server.stop());
  const ada = await createActor(server.url, { firstName: 'Ada' });
  const workspace = await ada.open(await ada.createWorkspace({ name: 'Bench' }));
  const { id: scopeId } = createProject(workspace, { name: 'Annexe' });
  const { uploads } = await workspace.files();
  const content = new Uint8Array(bytes).fill(97);
  await uploads.add([new File([content], name, { type: 'text/plain' })], { scopeId });
  await workspace.outbox.sent();
  const page = `${server.url}/${workspace.id}/projects/${scopeId}/documents`;

  const [driver, display] = [onPath(['WebKitWebDriver'])!, onPath(['Xvfb'])!];
  const computer = await makeComputer({ driver, display, browser: program });
  atEnd(() => computer.stop());
  let app: WebKit;
  const { see, seenAt, chooseServer, signIn: signInApp } = acts(() => app);
  const profile = freshProfile();
  const pause = () => new Promise((wake) => setTimeout(wake, rest));

  progress('signing in');
  app = await computer.start();
  await chooseServer(server.url);
  await signInApp(ada.person);
  await app.click(workspaceLink);
  await see(open);
  await app.close();
  await inBrowser(profile, async (tab) => {
    await signIn(tab, server.url, ada.person);
    await tab.goto(page);
    await tab.getByText(name).first().waitFor();
  });

  progress('starting');
  const marks = await alternate<Marks, 'app' | 'browser'>(
    {
      app: async () => {
        app = await computer.start();
        const { pid, startedAt } = runningProgram(program);
        await app.click(workspaceLink);
        const usable = (await seenAt(open)) - startedAt;
        await pause();
        const memory = memoryOf(pid) / 1e6;
        await app.close();
        return { usable, memory };
      },
      browser: async () => {
        const startedAt = Date.now();
        return inBrowser(profile, async (tab) => {
          await tab.goto(server.url);
          await tab.getByRole('link', { name: workspaceLink.name }).click();
          await tab.getByRole('button', { name: open.name }).waitFor();
          const usable = Date.now() - startedAt;
          await pause();
          return { usable, memory: memoryOf(browserPid(profile.path)) / 1e6 };
        });
      },
    },
    runs,
  );

  progress('opening a document');
  const opened: number[] = [];
  for (let i = 0; i < runs; i++) {
    app = await computer.start();
    await app.click(workspaceLink);
    await app.click(target('link', 'Annexe'));
    await app.click(target('link', 'Documents'));
    await app.click(target('button', `Actions for ${name}`));
    const asked = Date.now();
    await app.click(target('menuitem', 'Open in its program'));
    const path = await computer.editor.opened();
    opened.push(Date.now() - asked);
    if (statSync(path).size !== bytes) throw new Error('the program has another document');
    await computer.editor.close();
    await app.close();
  }
  await ada.session.signOut({ discard: true });

  const of = (mark: keyof Marks) => ({
    ours: marks.app.map((each) => each[mark]),
    floor: marks.browser.map((each) => each[mark]),
  });
  return {
    figures: [
      figureOf('start of the program until usable', of('usable'), {
        unit: 'ms',
        target: '',
        note: 'floor: Chromium',
      }),
      figureOf('memory at rest', of('memory'), { unit: 'MB', target: '', note: 'floor: Chromium' }),
      loneFigure('the program itself', statSync(program).size / 1e6, { unit: 'MB', target: '' }),
      loneFigure(`a document of ${bytes / 1e6} MB, until its program has it`, median(opened), {
        unit: 'ms',
        target: '',
      }),
    ],
    proofs: ['each document that the program was given has the size that was uploaded'],
  };
});
