/**
 * The starting point of every scenario: the real server with a fresh data folder, and named people with browsers of
 * their own. Names are unique, so that scenarios share a server without resets; a fault that a guard saw fails the
 * scenario.
 */
import { type Actor, createActor } from '@kontor/testkit/actor';
import { type RunningServer, startServer } from '@kontor/testkit/server';
import { takeIn } from '@kontor/testkit/team';
import { type BrowserContext, type BrowserContextOptions, test as base, expect } from '@playwright/test';
import { type Guard, guardContext } from './guard.ts';
import { identity, Person } from './person/person.ts';

/** A workspace with people who were taken in by the product's own client in Node, which is quicker. */
interface Firm {
  id: string;
  /** The founder first, then employees, in the order of their names; signed in in Node until they `enter`. */
  people: readonly Actor[];
  /** Opens it in a browser of that person, and waits until everything is there. */
  enter(actor: Actor, options?: BrowserContextOptions): Promise<Person>;
}

export interface Fixtures {
  /** Creates somebody new by that first name, in a browser of their own, with an empty page and no account yet. */
  actor: (firstName: string, options?: BrowserContextOptions) => Promise<Person>;
  /**
   * Creates somebody whose workspace is founded (by the product's own client in Node, which is quicker) and open before
   * them. Founding one through the screens is covered by the main job's scenario.
   */
  founder: (firstName: string, workspace: string, options?: BrowserContextOptions) => Promise<Person>;
  /** Founds a workspace with people of these first names. */
  firm: (name: string, firstNames: readonly string[]) => Promise<Firm>;
  /**
   * True if browsers load every screen once the first one stands, as they do for whoever does not save data: `test.use({ loadsAhead })`
   * in files that cut the connection.
   */
  loadsAhead: boolean;
  /** Opens another browser for somebody, not signed in. */
  another: (person: Person, options?: BrowserContextOptions) => Promise<Person>;
}

interface WorkerFixtures {
  /** Settings of the server, for a file that wants others: `test.use({ serverEnv })`. */
  serverEnv: Record<string, string>;
  product: RunningServer;
}

export const test = base.extend<Fixtures & { open: Opener }, WorkerFixtures>({
  serverEnv: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ serverEnv }, use) => {
      const server = await startServer({ env: serverEnv });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 200_000 },
  ],
  loadsAhead: [false, { option: true }],
  open: async ({ browser, product, loadsAhead }, use) => {
    const opened: { name: string; guard: Guard; context: BrowserContext }[] = [];
    await use(async (who, options) => {
      const context = await browser.newContext({ baseURL: product.url, ...options });
      // The app has more files than the 250 that a page remembers of itself to have loaded (`Person.isAtHand`).
      await context.addInitScript(() => performance.setResourceTimingBufferSize(2_000));
      // A sixth of the work of all scenarios would be screens that nobody opens.
      if (!loadsAhead)
        await context.addInitScript(() => {
          const { connection } = navigator as unknown as { connection: object };
          Object.defineProperty(connection, 'saveData', { value: true });
        });
      const guard = await guardContext(context, product.url);
      opened.push({ name: who.firstName, guard, context });
      return new Person(await context.newPage(), guard, who);
    });
    for (const { context } of opened) await context.close();
    const faults = opened.flatMap(({ name, guard }) => guard.verdict().map((fault) => `${name}: ${fault}`));
    // On one line, for the list of failures at the end of a run shows the first one alone.
    expect(faults, `what the guards saw: ${faults.join(' | ').replaceAll('\n', ' ')}`).toEqual([]);
  },
  actor: async ({ open }, use) => use((firstName, options) => open(identity(firstName), options)),
  founder: async ({ open, product }, use) =>
    use(async (firstName, workspace, options) => {
      const who = identity(firstName);
      const founding = await createActor(product.url, who);
      await founding.createWorkspace({ name: workspace });
      await founding.session.signOut();
      const founder = await open(who, options);
      await founder.signIn();
      await founder.openWorkspace(workspace);
      return founder;
    }),
  firm: async ({ open, product }, use) => {
    const all: Actor[] = [];
    await use(async (name, firstNames) => {
      const people = await Promise.all(
        firstNames.map((firstName) => createActor(product.url, { firstName })),
      );
      all.push(...people);
      const [founder, ...others] = people;
      const id = await founder!.createWorkspace({ name });
      for (const other of others) await takeIn(founder!, id, other, { role: 'EMPLOYEE' });
      const enter: Firm['enter'] = async (actor, options) => {
        await actor.session.signOut();
        const person = await open(actor.person, options);
        await person.signIn();
        await person.openWorkspace(name);
        await person.isSettled();
        return person;
      };
      return { id, people, enter };
    });
    for (const { session } of all) await session.signOut({ discard: true });
  },
  another: async ({ open }, use) => use((person, options) => open(person.who, options)),
});

type Opener = (who: Person['who'], options?: BrowserContextOptions) => Promise<Person>;

export { expect };
