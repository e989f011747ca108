/** LibreOffice and vim without a screen, told what to do with a document: they save as they do for a person. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pass } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/** Debian's Python: the one that LibreOffice is bound to. */
const python = '/usr/bin/python3';
const can = (program: string, args: string[]) => spawnSync(program, args).status === 0;

/** The Debian packages that have the programs. */
export const programPackages = ['vim', 'libreoffice-writer', 'python3-uno'];

/** Returns the programs that are missing here; LibreOffice takes seconds to say that it is there. */
export const missingPrograms = (): string[] => [
  ...(can('soffice', ['--version']) && can(python, ['-c', 'import uno'])
    ? []
    : ['LibreOffice with python3-uno']),
  ...(can('vim', ['--version']) ? [] : ['vim']),
];

export interface Program {
  open(path: string): Promise<void>;
  /** Replaces the text of the document and saves it. */
  save(text: string): Promise<void>;
  /** Closes the document. */
  close(): Promise<void>;
}

/** LibreOffice Writer. */
export interface Writer extends Program {
  /** Writes a new document and closes it. */
  create(path: string, text: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it with a profile of its own. */
export async function startWriter(profile: string): Promise<Writer> {
  const pipe = `kontor-${process.pid}`;
  const settings = [`-env:UserInstallation=${pathToFileURL(profile)}`, `--accept=pipe,name=${pipe};urp`];
  const office = spawn('soffice', ['--headless', '--norestore', '--nologo', ...settings], {
    stdio: 'ignore',
    // A group of its own: `soffice` only starts the process that is LibreOffice.
    detached: true,
  });
  const driver = spawn(python, [join(import.meta.dirname, 'libreoffice.py'), pipe], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface(driver.stdout)[Symbol.asyncIterator]();
  const tell = async (verb: string, facts: object = {}) => {
    driver.stdin.write(`${JSON.stringify({ verb, ...facts })}\n`);
    if ((await answers.next()).done) throw new Error(`LibreOffice refuses to ${verb}`);
  };
  const write = (text: string) => tell('write', { text });
  return {
    create: async (path, text) => {
      await tell('open', { url: 'private:factory/swriter' });
      await write(text);
      await tell('saveAs', { url: pathToFileURL(path).href });
      await tell('close');
    },
    open: (path) => tell('open', { url: pathToFileURL(path).href }),
    save: async (text) => {
      await write(text);
      await tell('save');
    },
    close: () => tell('close'),
    stop: async () => {
      const runs = office.exitCode === null && office.signalCode === null;
      const ended = runs ? once(office, 'exit') : undefined;
      driver.stdin.end();
      if (driver.exitCode === null) await once(driver, 'exit');
      // The script ends LibreOffice, unless it has failed before.
      if (driver.exitCode !== 0 && ended) process.kill(-office.pid!, 'SIGKILL');
      await ended;
    },
  };
}

/** Runs vim, with its swap file and a backup; one process a document. `done` is a file of no other use. */
export function vim(done: string): Program {
  const settings = 'set backup writebackup swapfile updatecount=1 backupskip=';
  let child: ChildProcess;
  const tell = async (...commands: string[]) => {
    for (const command of [...commands, `call writefile([], '${done}')`]) child.stdin!.write(`${command}\n`);
    while (!existsSync(done)) {
      if (child.exitCode !== null) throw new Error('vim has ended');
      await pass(5);
    }
    rmSync(done);
  };
  return {
    open: async (path) => {
      child = spawn('vim', ['-u', 'NONE', '-i', 'NONE', '-e', '-s', '--cmd', settings, path], {
        env: { ...process.env, TERM: 'dumb' },
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      await tell();
    },
    save: (text) => tell(`call setline(1, '${text}')`, 'w!'),
    close: async () => {
      const exited = once(child, 'exit');
      child.stdin!.write('q!\n');
      await exited;
    },
  };
}
