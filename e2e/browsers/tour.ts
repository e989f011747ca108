/**
 * A person's way from the first day to a forgotten password, in a browser of any engine, with another client of the
 * product beside it in Node. Every step fails by itself and says what it waited for.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { createActor, Device, mailedCode, person } from '@kontor/testkit/actor';
import type { BreakingProxy } from '@kontor/testkit/breakingProxy';
import { createCustomer, inviteIn } from '@kontor/testkit/team';
import { type Browser, described, finder, kinds, type Target, until } from './browser.ts';

export interface TourSite {
  /** The proxy before the server; its address is the one that everybody knows. */
  proxy: BreakingProxy;
  /** A folder for files to upload. */
  folder: string;
  /** The folder below which the browser saves what it downloads. */
  downloads: string;
  /** Bytes of the large upload, whole MiB. */
  largeBytes: number;
}

/** Runs one step of the tour and tells of it. */
export type Step = (name: string, act: () => Promise<void>) => Promise<void>;

const target = (kind: Target['kind'], name: string): Target => ({ kind, name });
const part = (kind: Target['kind'], name: string): Target => ({ kind, name, isPart: true });
const mebibyte = 1 << 20;

/** Returns the SHA-256, in hex, of the large file: MiBs that are filled with their number's lowest byte. */
function largeHash(bytes: number): string {
  const hash = createHash('sha256');
  for (let i = 0; i < bytes / mebibyte; i++) hash.update(Buffer.alloc(mebibyte, i));
  return hash.digest('hex');
}

/** Drops a file on the page, as large as told, made in the page. */
const dropLarge = `(name, mebibytes) => {
  const parts = Array.from({ length: mebibytes }, (_, i) => new Uint8Array(${mebibyte}).fill(i));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(parts, name));
  for (const type of ['dragenter', 'dragover', 'drop'])
    document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
}`;

/** Returns the path of a file of that name and size in a folder or below; undefined where there is none. */
function savedIn(folder: string, name: string, size: number): string | undefined {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  return paths.find((path) => basename(path) === name && statSync(path).size === size);
}

/** Plays everything. @throws Error of the step that failed */
export async function tour(browser: Browser, site: TourSite, step: Step): Promise<void> {
  const { url } = site.proxy;
  const ada = person({ firstName: 'Ada', password: 'Quiet river lantern 7!' });
  const isThere = ({ kind, name, isPart = false }: Target) =>
    browser.run<boolean>(`(...asked) => (${finder})(...asked) !== null`, kinds[kind], name, isPart);
  const see = (what: Target, within?: number) => until(described(what), () => isThere(what), within);
  const gone = (what: Target) => until(`${described(what)} is gone`, async () => !(await isThere(what)));
  const path = () => browser.run<string>('() => location.pathname');
  const write = async (field: string, text: string) => {
    await browser.click(target('field', field));
    await browser.press(['Control', 'a']);
    await browser.type(text);
  };
  const create = async (what: string) => {
    await browser.click(target('button', 'New'));
    await browser.click(part('menuitem', what));
  };
  const addTask = async (title: string) => {
    await write('Add a task and press Enter', title);
    await browser.press(['Enter']);
    await see(target('link', title));
  };
  const signIn = async (email: string, password: string) => {
    await write('E-mail', email);
    await write('Password', password);
    await browser.click(target('button', 'Sign in'));
    await until('the page after signing in', async () => (await path()) !== '/login');
  };
  const isClosed = () =>
    until('the dialog is closed', () =>
      browser.run<boolean>(`() => !document.querySelector('[role=dialog]')`),
    );
  const signOut = async () => {
    await browser.click(target('button', 'Workspace Tischlerei Maß, switch workspace'));
    await browser.click(target('menuitem', 'Sign out'));
    await see(target('button', 'Sign in'));
  };
  const rows = () =>
    browser.run<string[]>(
      `() => [...document.querySelectorAll('li[data-row] a')].map((e) => e.innerText.trim())`,
    );

  let workspaceId = '';
  let elsewhere: Workspace;
  let words: string[] = [];

  await step('an account', async () => {
    await browser.open(`${url}/register`);
    await write('E-mail', ada.email);
    await write('First name', ada.firstName);
    await write('Last name', ada.lastName);
    await write('Password', ada.password);
    await write('Repeat password', ada.password);
    await browser.click(target('button', 'Create account'));
    await see(target('heading', 'Check your mail'));
    await browser.click(target('field', 'Digit 1 of 6'));
    await browser.type(await mailedCode(url, ada.email));
    await see(part('text', 'You can login now'));
    await signIn(ada.email, ada.password);
  });

  await step('a workspace and its recovery kit', async () => {
    await browser.click(target('link', 'Create workspace'));
    await write('Name', 'Tischlerei Maß');
    await browser.click(target('button', 'Next'));
    await browser.click(target('button', 'Create workspace'));
    await write('Password', ada.password);
    await browser.click(target('button', 'Show the sheet'));
    const label = await until('the sheet with the words', () =>
      browser.run<string | null>(
        `() => document.querySelector('[role=img][aria-label*="24 words"]')?.getAttribute('aria-label') ?? null`,
      ),
    );
    words = [...label.matchAll(/\d+ ([a-z]+)/g)].slice(-24).map((match) => match[1]!);
    await browser.click(target('button', 'It is kept safe'));
    await see(target('heading', 'Two words, to make sure'));
    const asked = await browser.run<string[]>(
      `() => [...document.querySelectorAll('label')].map((e) => e.innerText.trim()).filter((text) => /^Word \\d+/.test(text))`,
    );
    for (const name of asked) await write(name.replace(/ \*$/, ''), words[Number(/\d+/.exec(name)![0]) - 1]!);
    await browser.click(target('button', 'Done'));
    await see(target('button', 'Workspace Tischlerei Maß, switch workspace'));
    workspaceId = (await path()).split('/')[1]!;
  });

  await step('another client of hers', async () => {
    const device = new Device(url);
    await device.session.signIn(ada.email, ada.password);
    elsewhere = await device.session.workspaces.open(workspaceId);
    await elsewhere.pull();
  });

  await step('a project, tasks, an edit', async () => {
    await create('Project');
    await write('Name', 'Treppe');
    await browser.click(target('button', 'Create project'));
    await see(target('heading', 'Treppe'));
    await browser.click(target('link', 'Tasks'));
    await addTask('Eiche bestellen');
    await addTask('Aufmaß');
    await browser.click(target('link', 'Eiche bestellen'));
    await write('Title', 'Esche bestellen');
    await browser.press(['Enter']);
    await browser.click(target('button', 'Close'));
    await isClosed();
    await see(target('link', 'Esche bestellen'));
    await until('the edit in the other client', async () =>
      elsewhere.collections.task.all().some(({ title }) => title === 'Esche bestellen'),
    );
  });

  await step('a row that is dragged', async () => {
    const before = await rows();
    await browser.drag(target('link', before[0]!), { x: 0, y: 50 });
    await until('the other order', async () => (await rows())[1] === before[0]);
  });

  await step('another client’s change, live', async () => {
    const [project] = elsewhere.collections.project.all();
    elsewhere.create('task', project!.id, { title: 'Von drüben' });
    await see(target('link', 'Von drüben'));
  });

  await step('a large file that is dropped', async () => {
    await browser.click(target('link', 'Documents'));
    await see(target('button', 'Upload'));
    await browser.run(dropLarge, 'Zeichnung.bin', site.largeBytes / mebibyte);
    await see(part('row', 'Done'), 180_000);
  });

  await step('a small one that is chosen, and shown', async () => {
    const file = join(site.folder, 'Notiz.txt');
    writeFileSync(file, 'Der Handlauf kommt am Freitag.');
    await browser.choose(target('file', 'Upload'), [file]);
    await browser.click(target('link', 'Notiz.txt'));
    await see(target('button', 'Close preview'));
    // The frame says itself when it has drawn the file; until then, and where it cannot, it is hidden or gone.
    await until('the text in its frame', () =>
      browser.run<boolean>(`() => document.querySelector('iframe[sandbox]:not([data-hidden])') !== null`),
    );
    await browser.click(target('button', 'Close preview'));
  });

  await step('a download', async () => {
    await browser.click(target('button', 'Actions for Zeichnung.bin'));
    await browser.click(target('menuitem', 'Download'));
    const path = await until('the file', async () =>
      savedIn(site.downloads, 'Zeichnung.bin', site.largeBytes),
    );
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
    if (hash !== largeHash(site.largeBytes)) throw new Error(`another file came down: ${hash}`);
  });

  await step('no connection, and a connection again', async () => {
    await browser.click(target('link', 'Tasks'));
    await see(target('link', 'Von drüben'));
    site.proxy.cut();
    await addTask('Unterwegs notiert');
    site.proxy.mend();
    await until('the task in the other client', async () =>
      elsewhere.collections.task.all().some(({ title }) => title === 'Unterwegs notiert'),
    );
  });

  await step('a reload', async () => {
    await browser.reload();
    await see(target('link', 'Unterwegs notiert'));
  });

  await step('the timer, there too', async () => {
    await browser.click(target('button', 'Start the timer on “Von drüben”'));
    await see(target('button', 'Stop timer'));
    const statuses = () => elsewhere.collections.timeEntry.all().map(({ status }) => status);
    await until('the running entry in the other client', async () => statuses().includes('IN_PROGRESS'));
    await browser.click(target('button', 'Stop timer'));
    await until('the ended entry there', async () => statuses().includes('DONE'));
  });

  await step('a talk', async () => {
    await browser.open(`${url}/${workspaceId}/chat`);
    await browser.click(target('button', 'New room'));
    await write('Name', 'Werkstatt');
    await browser.click(target('button', 'Create room'));
    await browser.click(part('field', 'Message to'));
    await browser.type('Die Esche ist da');
    await browser.press(['Enter']);
    const room = await until('the room in the other client', async () =>
      elsewhere.collections.room.all().find(({ name }) => name === 'Werkstatt'),
    );
    await until('the message there', async () => {
      await elsewhere.pull();
      const said = elsewhere.collections.message.where('scopeId', room.id);
      return said.some(({ content }) => JSON.stringify(content)?.includes('Die Esche ist da'));
    });
    const content = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Gut, ich komme' }] }],
    };
    const { userId } = elsewhere.collections.member.all()[0]!;
    elsewhere.create('message', room.id, { userId, notifyIds: [], content, createdAt: Date.now() });
    await see(part('text', 'Gut, ich komme'));
  });

  await step('a search, with a letter wrong', async () => {
    await browser.press(['Control', 'k']);
    await browser.type('Eshce');
    await see(part('button', 'Esche bestellen'));
    await browser.press(['Escape']);
    await isClosed();
  });

  await step('signing out', signOut);

  await step('a forgotten password, and the words of the kit', async () => {
    await browser.click(target('link', 'Forgot password?'));
    await see(target('heading', 'Set a new password'));
    await write('E-mail', ada.email);
    await browser.click(target('button', 'Send code'));
    await browser.click(target('field', 'Digit 1 of 6'));
    await browser.type(await recoveryCode(url, ada.email));
    const password = 'Another river lantern 8!';
    await write('New password', password);
    await write('Repeat new password', password);
    await browser.click(target('button', 'Set the new password'));
    await see(target('button', 'Sign in'));
    await signIn(ada.email, password);
    await browser.click(part('link', 'Tischlerei Maß'));
    await see(part('heading', 'is locked'));
    await write('The 24 words', words.join(' '));
    await browser.click(target('button', 'Unlock'));
    await see(part('text', 'You have full access again'));
  });

  await step('the customer’s pages', async () => {
    const firm = await createActor(url, { firstName: 'Berta' });
    const firmId = await firm.createWorkspace({ name: 'Haus Ast' });
    const customerId = await createCustomer(firm, firmId);
    const guest = await createActor(url, { firstName: 'Cora' });
    await inviteIn(firm, firmId, guest, { role: 'CUSTOMER', customerId });
    await guest.session.signOut();
    await signOut();
    await signIn(guest.person.email, guest.person.password);
    await browser.click(part('link', 'Haus Ast'));
    await until('the dashboard', async () => (await path()).includes('/dashboard'));
    await see(part('text', 'No project is shown to you yet.'));
  });
  await gone(target('button', 'Sign in'));
}

/** Reads the code of a recovery from the local mailbox, once it is there. */
async function recoveryCode(url: string, email: string): Promise<string> {
  const subject = await until('the mail with the code', async () => {
    const mails = (await (await fetch(`${url}/dev/mailbox.json`)).json()) as {
      to: string;
      subject: string;
    }[];
    return mails.find((mail) => mail.to === email && mail.subject.includes('recovery code'))?.subject;
  });
  return /\b\d{6}\b/.exec(subject)![0];
}
