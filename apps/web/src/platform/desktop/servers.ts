/** The servers that this desktop app knows, and the one that it uses. Addresses are all that is kept here. */
const key = 'kontor-servers';

export interface Servers {
  /** Origins, e.g. `https://kontor.example.org`. */
  known: readonly string[];
  chosen?: string | undefined;
}

/** Returns what this device keeps. */
export function readServers(): Servers {
  try {
    const { known, chosen } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Servers>;
    const origins = Array.isArray(known) ? known.filter((each) => originOf(each) === each) : [];
    return { known: origins, chosen: origins.find((each) => each === chosen) };
  } catch {
    return { known: [] };
  }
}

/** Keeps them. */
export const writeServers = (servers: Servers): void => localStorage.setItem(key, JSON.stringify(servers));

/** Returns the origin that somebody means by an address; undefined for none, and where a line could be listened to. */
export function originOf(typed: unknown): string | undefined {
  const text = String(typed).trim();
  const address = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  if (!text || !URL.canParse(address)) return undefined;
  const { protocol, hostname, origin } = new URL(address);
  // No policy of a page can name an address of IPv6.
  const isOwnMachine = ['localhost', '127.0.0.1'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isOwnMachine) ? origin : undefined;
}

/** Tells whether a Kontor server answers at an origin. Rejects where nothing answers. */
export async function answersAt(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/api/auth/providers`, { credentials: 'omit' });
  const body = (await answer.json().catch(() => ({}))) as { credentials?: { type?: string } };
  return answer.ok && body.credentials?.type === 'credentials';
}

let origin = '';

/** Says which server this page talks to. */
export function provideServer(chosen: string): void {
  origin = chosen;
}

/** Returns the origin of the server: the page's own, unless the desktop app chose another. */
export const serverOrigin = (): string => origin || location.origin;

/** Returns the host of an origin, as people know a server. */
export const hostOf = (origin: string): string => new URL(origin).host;

/** The address of the choice of a server. */
const choice = '?servers';

/**
 * Leads back to the choice of a server, unless the person stays on the page when it asks. Whoever is signed in at this one
 * still is when it is chosen again, where a keychain keeps the session.
 */
export const leaveServer = (): void => location.assign(`/${choice}`);

/**
 * Returns the server that this page is to use; none where it was opened to choose one. A link from outside never opens the
 * app's first page with a query, so that it cannot make the app forget its server.
 */
export function chosenServer(): string | undefined {
  if (location.pathname === '/' && location.search === choice) {
    writeServers({ known: readServers().known });
    history.replaceState(null, '', '/');
  }
  return readServers().chosen;
}
