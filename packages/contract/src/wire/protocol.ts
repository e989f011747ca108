/**
 * The version of the wire that this code speaks, sent as `x-kontor-protocol`. A server answers clients of its own and
 * of the version before; a client that is too old is told so instead of guessing.
 */
export const protocolVersion = 1;

export const headers = {
  workspace: 'x-workspace-id',
  /** The id of the person whose page calls. One browser's tabs share a cookie, which another of them may have changed. */
  user: 'x-kontor-user',
  protocol: 'x-kontor-protocol',
  /** Desktop: the mark of a device that was signed in before, in calls and answers; a browser has it as a cookie. */
  device: 'x-kontor-device',
  /** Desktop: the token of the sign-up that waits for its code, in calls and answers; a browser has it as a cookie. */
  registration: 'x-kontor-registration',
} as const;

/** The session cookie. */
export const sessionCookie = 'auth.token';

/** The origins of the desktop app's pages: on Linux and macOS, and on Windows. Their calls carry a Bearer token and no cookies. */
export const desktopOrigins: readonly string[] = ['tauri://localhost', 'http://tauri.localhost'];

/** Seconds: a session, and with it the key on the device, lasts a year. */
export const sessionMaxAge = 31_536_000;

/** Seconds that a pre-signed url lives. */
export const presignedSeconds = 300;

/** Most changes in one batch, rows in one page of a pull, and depth and bytes of a JSON body. */
export const limits = {
  changesPerBatch: 1_000,
  rowsPerPage: 5_000,
  /** Rows of a windowed scope: those that a client begins with, most new ones that come whole, and in one page of history. */
  headRows: 200,
  newRows: 1_000,
  historyRows: 500,
  jsonBytes: 1_048_576,
  /** Of a batch with an entry of the member log, by an admin: a removal renews the keys of everybody and every customer. */
  changesPerLogBatch: 10_000,
  logBatchBytes: 16_777_216,
  jsonDepth: 32,
  /** Scopes that one pull asks for by name. */
  namedScopes: 50,
} as const;

/** Bytes of a file in each of its parts but the last. */
export const partBytes = 4 * 1_048_576;

/** Largest part as stored: its plaintext in 16 segments of 256 KiB, each with its tag, and room for a header. */
export const maxPartBytes = partBytes + 1_024;

/** Most pins of member logs that an account keeps, far more than anybody has workspaces: the server cannot judge them. */
export const maxPins = 500;

/** Bytes that a part counts for at least in a workspace's storage: its row, and the block that its store gives it. */
export const leastCounted = 4_096;

/** Most parts of a file, 15.6 GiB: their list has to fit into a sealed record (`maxSealedBytes`). */
export const maxFileParts = 4_000;

/**
 * Seconds that the server keeps a blob which no record names: a week, so that the largest file still ends at 1 Mbit/s (37
 * hours), and what was half sent on a Friday goes on where it stopped on Monday.
 */
export const unnamedBlobSeconds = 7 * 86_400;
