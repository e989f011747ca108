/** Plays a computer that refuses the app the folder of open documents. */
import { rmSync, writeFileSync } from 'node:fs';
import type { Step } from '../browsers/tour.ts';
import type { WebKit } from '../browsers/webkit.ts';
import { type Acts, part } from './acts.ts';

interface RefusedFolderSite {
  app(): WebKit;
  act: Acts;
  /** The folder of open documents. */
  openFolder: string;
  /** Starts the app. */
  start(): Promise<void>;
  /** Shows documents in the app. */
  documents(): Promise<void>;
}

/** Plays the step with a document of this name, from a start of the app to its end. */
export async function refusedFolderStep(site: RefusedFolderSite, name: string, step: Step): Promise<void> {
  const { app, act, openFolder, start, documents } = site;
  await step(
    'with a file in the place of its folder it starts, and opens nothing in other programs',
    async () => {
      rmSync(openFolder, { recursive: true });
      writeFileSync(openFolder, '');
      await start();
      await act.see(part('text', 'Kontor cannot use its folder for open files on this computer.'));
      await documents();
      await act.openInProgram(name);
      await act.see(part('text', 'The disk of this computer is full, or does not take the file.'));
      rmSync(openFolder);
      await app().close();
    },
  );
}
