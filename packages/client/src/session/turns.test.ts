/** Two people and two tabs of one browser, in orders that chance makes up: whoever signed in last keeps their key. */
import { type Random, random } from '@kontor/contract/testing/random';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { beforeAll, expect, it, vi } from 'vitest';
import { type Founder, founder } from '../testing/founder.ts';
import type { Session } from './session.ts';
import { accountOf, scene } from './testing/scene.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../testing/quickArgon2.ts'));
// A third of the time is spent on key pairs, which are not what this is about.
vi.mock('@kontor/crypto/primitives/hpke', () => import('../testing/idealHpke.ts'));

let people: Founder[];
beforeAll(async () => {
  people = await Promise.all([founder(), founder()]);
});

/**
 * Returns a server that has one session at a time: that of whoever signed in last, with a share of the key of
 * its own.
 */
function sharedBrowser(draw: Random) {
  const keys = new Map(people.map(({ userId, registered }) => [userId, registered.privateKey]));
  const now: { person?: Founder | undefined; count: number } = { count: 0 };
  /** Personal calls that named nobody, though nobody was signing in. */
  const nameless: string[] = [];
  const own =
    (answer: (person: Founder, body: string) => unknown) =>
    (body: string, { as, path, isLocked }: { as: string | null; path: string; isLocked: boolean }) => {
      if (as === null && !isLocked) nameless.push(path);
      const { person } = now;
      return person && (as === null || as === person.userId) ? answer(person, body) : undefined;
    };
  const end = () => {
    now.person = undefined;
    return { url: '/' };
  };
  const truth: Lies = {
    '/api/users/password-parameters': (_, { query }) => {
      const { registered } = people.find(({ email }) => email === query.get('email'))!;
      return { suite: 1, accountSalt: registered.accountSalt };
    },
    '/api/auth/callback/credentials': (body) => {
      const form = new URLSearchParams(body);
      now.person = people.find(({ email }) => email === form.get('email'));
      now.count++;
      return { url: '/' };
    },
    '/api/auth/session': () =>
      now.person ? { user: { id: now.person.userId, email: now.person.email } } : {},
    '/api/auth/signout': own(end),
    '/api/account': own((person) => ({
      ...accountOf(person, keys.get(person.userId)!),
      deviceShare: toBase64Url(new Uint8Array(32).fill(now.count)),
    })),
    '/api/account/keys': own(({ userId }, body) => {
      keys.set(userId, (JSON.parse(body) as { privateKey: string }).privateKey);
      return {};
    }),
    '/api/workspaces': own(() => []),
  };
  /** Requests and answers are on their way for a while. */
  const late = Object.entries(truth).map(([path, answer]): [string, Lies[string]] => [
    path,
    async (body, asked) => {
      await rest(draw);
      const answered = answer(body, asked);
      await rest(draw);
      return answered;
    },
  ]);
  const place = scene(people[0]!, Object.fromEntries(late));
  return { place, now, end, nameless };
}

type Lies = NonNullable<Parameters<typeof scene>[1]>;

const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0));
const rest = async (draw: Random) => {
  for (let left = draw.below(4); left > 0; left--) await nextTask();
};

it('whoever signed in last keeps their key, and no call goes out in their name that another began', async () => {
  for (let seed = 1; seed <= 200; seed++) {
    const draw = random(seed);
    const { place, now, end, nameless } = sharedBrowser(draw);
    const done: string[] = [];
    const acts = (tab: Session): Record<string, () => Promise<unknown>> => {
      const signIn = ({ email, password }: Founder) => tab.signIn(email, password);
      return {
        'signs in as Anna': () => signIn(people[0]!),
        'signs in as Bob': () => signIn(people[1]!),
        'signs out': () => tab.signOut({ discard: false }),
        'is refused': async () => {
          end();
          await (tab.user && tab.workspaces.reload());
        },
        'finds nobody': async () => {
          end();
          await tab.refresh();
        },
        calls: async () => tab.user && tab.workspaces.reload(),
        looks: () => tab.refresh(),
      };
    };
    const live = async (name: string, tab: Session) => {
      const all = Object.entries(acts(tab));
      for (let step = 0; step < 5; step++) {
        await rest(draw);
        const [what, act] = draw.pick(all);
        done.push(`${name} ${what}`);
        // A refusal is part of the game.
        await act().catch(() => {});
      }
    };
    await Promise.all([live('one', place.session), live('two', place.open())]);
    for (let calls = -1, quiet = 0; quiet < 10; await nextTask()) {
      quiet = calls === place.calls.length && !place.isInLock() ? quiet + 1 : 0;
      calls = place.calls.length;
    }
    const { person } = now;
    const fresh = place.open();
    await fresh.refresh().catch(() => {});
    expect([fresh.user?.id, nameless], `seed ${seed}: ${done.join(', ')}`).toEqual([person?.userId, []]);
  }
});
