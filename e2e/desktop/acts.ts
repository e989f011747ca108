/** Acts as a person does in the desktop app. */
import { type Browser, described, finder, kinds, type Target, until } from '../browsers/browser.ts';

export const target = (kind: Target['kind'], name: string): Target => ({ kind, name });
export const part = (kind: Target['kind'], name: string): Target => ({ kind, name, isPart: true });
const switcher = (workspace: string) => target('button', `Workspace ${workspace}, switch workspace`);

/** Returns the acts in an app, which may be started anew in between. */
export function acts(app: () => Browser) {
  const isThere = ({ kind, name, isPart = false }: Target) =>
    app().run<boolean>(`(...asked) => (${finder})(...asked) !== null`, kinds[kind], name, isPart);
  const see = (what: Target) => until(described(what), () => isThere(what));
  const write = async (field: string, text: string) => {
    await app().click(target('field', field));
    await app().press(['Control', 'a']);
    await app().type(text);
  };
  const address = () => app().run<string>('() => location.pathname + location.search');
  return {
    isThere,
    see,
    write,
    address,
    /** Resolves with the pixels of the page's width. */
    width: () => app().run<number>('() => innerWidth'),
    hasFocus: () => app().run<boolean>('() => document.hasFocus()'),
    /** Adds the first server. */
    chooseServer: async (url: string) => {
      await write('Address of the server', url);
      await app().click(target('button', 'Add'));
      await see(target('button', 'Sign in'));
    },
    signIn: async ({ email, password }: { email: string; password: string }) => {
      await write('E-mail', email);
      await write('Password', password);
      await app().click(target('button', 'Sign in'));
      await until('the page after signing in', async () => (await address()).split('?')[0] !== '/login');
    },
    /** Opens a workspace from the list, unless it has opened by itself. */
    enterWorkspace: async (workspace: string) => {
      const [open, listed] = [switcher(workspace), part('link', workspace)];
      await until('the workspaces', async () => (await isThere(open)) || (await isThere(listed)));
      if (!(await isThere(open))) await app().click(listed);
      await see(open);
    },
    /** Chooses something of the menu in a workspace. */
    chooseInMenu: async (workspace: string, item: string) => {
      await app().click(switcher(workspace));
      await app().click(part('menuitem', item));
    },
    openInProgram: async (document: string) => {
      await app().click(target('button', `Actions for ${document}`));
      const item = target('menuitem', 'Open in its program');
      await app().click(item);
      await until('the menu is closed', async () => !(await isThere(item)));
    },
    /** Resolves once the list of open files says so. */
    inTray: (text: string) => see(part('text', text)),
    /** Resolves with the moment (ms) at which it is on the page, as the page itself sees it. */
    seenAt: ({ kind, name, isPart = false }: Target) =>
      app().run<number>(
        `(...asked) => new Promise((seen) => {
          const look = () => (${finder})(...asked) ? seen(performance.timeOrigin + performance.now()) : setTimeout(look, 5);
          look();
        })`,
        kinds[kind],
        name,
        isPart,
      ),
  };
}

export type Acts = ReturnType<typeof acts>;
