/** Runs a script of the hostile server and checks what it has to prove. */
import { expect } from '@playwright/test';
import type { Exchange, Rewrite } from './proxy.ts';
import { isAbsent, isShown, type Scene, type View, type Visitor } from './scene.ts';
import { leaksIn } from './secrets.ts';

/** `P` is the kind of visitor it needs: with no more than a `Visitor` it runs in Node as well. */
export interface Script<P extends Visitor = Visitor> {
  id: string;
  title: string;
  /** The text that the person sees when the client refuses. */
  refusal: string | RegExp;
  /** Calls that the flow may make besides reading; none where absent. */
  mayCall?: readonly string[];
  /** Runs the flow with an honest server: it works. Returns the view that shows that nothing was refused. */
  honest(scene: Scene<P>): Promise<View>;
  /** Sets the attack up; returns what the proxy does from now on, or nothing where the lie is in the database. */
  attack(scene: Scene<P>): Promise<Rewrite | undefined>;
  /** Runs the same flow under attack, up to where the refusal shows. Returns the view that shows it. */
  suffer(scene: Scene<P>): Promise<View>;
  /** Checks what else holds after the refusal, with the attack still on. */
  also?(scene: Scene<P>, page: P['page'], sent: readonly Exchange[]): Promise<void>;
  /** Checks what holds when the server is honest again. */
  afterwards?(scene: Scene<P>, page: P['page']): Promise<void>;
}

/** Calls that carry none of a person's content: pulling, realtime, signing out, what the account remembers. */
const passive = [
  ...['/api/sync', '/api/history', '/api/realtime/auth', '/api/auth/signout'],
  ...['/api/account/pins', '/api/account/keys'],
];

/** Returns the names of what a call changes; none where it is another call. */
const changesOf = ({ path, requestBody }: Exchange): string[] => {
  if (path !== '/api/changes') return [];
  const { changes } = JSON.parse(`${requestBody}`) as { changes: { name: string }[] };
  return changes.map(({ name }) => name);
};

/** Tells whether a call carries nothing but a sighting, which a device leaves by itself, though its server lies. */
const leavesSighting = (exchange: Exchange): boolean => {
  const names = changesOf(exchange);
  return names.length > 0 && names.every((name) => /^sighting\.(create|update)$/.test(name));
};

/** Returns the calls that could have changed anything. */
export const posted = (exchanges: readonly Exchange[], mayCall: readonly string[] = []): string[] =>
  exchanges
    .filter(({ method }) => method !== 'GET' && method !== 'HEAD')
    .filter((exchange) => !leavesSighting(exchange))
    .filter(({ path }) => ![...passive, ...mayCall].includes(path.split('?')[0]!))
    .map((exchange) => [exchange.method, exchange.path, ...changesOf(exchange)].join(' '));

/** Runs a script; throws where one of its expectations does not hold. */
export async function play<P extends Visitor>(script: Script<P>, scene: Scene<P>): Promise<void> {
  const { exchanges, pulled, rewrites } = scene.site.proxy;
  try {
    await isAbsent(await script.honest(scene), script.refusal);
    let rewritten = 0;
    const rewrite = await script.attack(scene);
    const [start, before] = [exchanges.length, pulled.length];
    if (rewrite)
      rewrites.push(async (exchange) => {
        const changed = await rewrite(exchange);
        if (changed && !changed.equals(exchange.responseBody)) rewritten += 1;
        return changed;
      });
    const page: P['page'] = await script.suffer(scene);
    await isShown(page, script.refusal);
    const sent = exchanges.slice(start);
    await script.also?.(scene, page, sent);
    if (rewrite) expect(rewritten, 'answers that were rewritten').toBeGreaterThan(0);
    // What comes with a hint is asked for by nobody.
    expect(sent.length + pulled.length - before, 'what passed').toBeGreaterThan(0);
    const all = exchanges.slice(start);
    expect(posted(all, script.mayCall), 'what was posted').toEqual([]);
    expect(leaksIn(all, await scene.secrets()), 'what leaked').toEqual([]);
    rewrites.length = 0;
    await script.afterwards?.(scene, page);
  } finally {
    rewrites.length = 0;
  }
}
