/** Acts as a person does in the desktop app. */
import { type Browser, described, finder, kinds, type Target, until } from '../browsers/browser.ts';

export const target = (kind: Target['kind'], name: string): Target => ({ kind, name });
export const part = (kind: Target['kind'], name: string): Target => ({ kind, name, isPart: true });

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
  return {
    isThere,
    see,
    write,
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
      const path = () => app().run<string>('() => location.pathname');
      await until('the page after signing in', async () => (await path()) !== '/login');
    },
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
