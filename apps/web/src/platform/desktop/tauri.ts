/**
 * The bridge over Tauri 2: commands of its shell and events of its window. Contents go over piece by piece, as raw bodies.
 */
import type {
  Checkout,
  Computer,
  ComputerSettings,
  DesktopBridge,
  DesktopFiles,
  FileFailed,
  FileSaved,
  KeptSession,
  LeftCheckout,
} from '@kontor/client/desktop/bridge';

/** The part of Tauri's global that is used (`app.withGlobalTauri`). */
export interface Tauri {
  core: {
    invoke<T>(
      command: string,
      body?: Record<string, unknown> | Uint8Array,
      options?: { headers: Record<string, string> },
    ): Promise<T>;
  };
  event: {
    listen<T>(event: string, listener: (event: { payload: T }) => void): Promise<() => void>;
  };
}

/** Most bytes of one call. */
const pieceBytes = 1_048_576;

/** Calls `listener` with what an event carries; returns the function that stops it. */
function listen<T>({ event }: Tauri, name: string, listener: (payload: T) => void): () => void {
  const stopped = event.listen<T>(name, ({ payload }) => listener(payload));
  return () => void stopped.then((stop) => stop());
}

async function write(
  { core }: Tauri,
  checkout: Checkout,
  content: ReadableStream<Uint8Array>,
): Promise<void> {
  const { id } = checkout;
  const headers = { checkout: id };
  await core.invoke('files_begin', { checkout });
  try {
    const reader = content.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read())
      for (let at = 0; at < part.value.length; at += pieceBytes)
        await core.invoke('files_write', part.value.subarray(at, at + pieceBytes), { headers });
    await core.invoke('files_finish', { id });
  } catch (error) {
    await core.invoke('files_abort', { id });
    throw error;
  }
}

/** Returns the shell as the files know it: it refuses with a word, which becomes the error's code. */
function coded({ core, event }: Tauri): Tauri {
  const invoke: Tauri['core']['invoke'] = async (...call) => {
    try {
      return await core.invoke(...call);
    } catch (error) {
      throw typeof error === 'string' ? Object.assign(new Error(error), { code: error }) : error;
    }
  };
  return { core: { invoke }, event };
}

async function read({ core }: Tauri, id: string): Promise<{ content: Blob; digest: string }> {
  const digest = await core.invoke<string>('files_read', { id });
  const pieces: Blob[] = [];
  const next = () => core.invoke<ArrayBuffer>('files_chunk', { id });
  // The shell answers nothing at the end, and only there knows that it was the content.
  for (let piece = await next(); piece.byteLength > 0; piece = await next()) pieces.push(new Blob([piece]));
  return { content: new Blob(pieces), digest };
}

function tauriFiles(shell: Tauri): DesktopFiles {
  const tauri = coded(shell);
  const { invoke } = tauri.core;
  return {
    open: (checkout, content) => write(tauri, checkout, content),
    launch: (id) => invoke('files_launch', { id }),
    show: (id) => invoke('files_show', { id }),
    read: (id) => read(tauri, id),
    uploaded: (id, state) => invoke('files_uploaded', { id, ...state }),
    close: async (id) => (await invoke<LeftCheckout[] | null>('files_close', { id })) ?? undefined,
    discard: (id) => invoke<LeftCheckout[]>('files_discard', { id }),
    unsent: () => invoke<Checkout[]>('files_unsent'),
    held: () => invoke<Checkout[]>('files_held'),
    left: () => invoke<LeftCheckout[]>('files_left'),
    wipe: (server, userId) => invoke('files_wipe', { server, userId: userId ?? null }),
    onSaved: (listener) => listen<FileSaved>(tauri, 'file-saved', listener),
    onFailed: (listener) => listen<FileFailed>(tauri, 'file-failed', listener),
    onReleased: (listener) => listen<{ id: string }>(tauri, 'file-released', ({ id }) => listener(id)),
  };
}

function tauriComputer(tauri: Tauri): Computer {
  const { invoke } = tauri.core;
  return {
    settings: () => invoke<ComputerSettings>('settings_get'),
    change: (change) => invoke<ComputerSettings>('settings_set', { change }),
    chooseDownloads: () => invoke<ComputerSettings>('settings_choose_downloads'),
    newerRelease: async () => (await invoke<string | null>('updates_check')) ?? undefined,
    loadRelease: () => invoke<'asked' | 'laid' | 'kept' | 'none'>('updates_load'),
    onDownloaded: (listener) => listen(tauri, 'downloaded', listener),
    onTimerShortcut: (listener) => listen<unknown>(tauri, 'timer-shortcut', () => listener()),
  };
}

/**
 * Asks when the app is to end, and tells the shell at once that it was heard: what is not heard, the shell ends. A request
 * while the question stands asks nothing anew. After a question that failed the shell is told only once the next one is
 * answered: nothing else would ever end the app. A request that came before anybody listened is asked about once somebody does.
 */
function answerQuit(tauri: Tauri, ask: () => Promise<boolean>): void {
  const { invoke } = tauri.core;
  let question: 'none' | 'stands' | 'failed' = 'none';
  const request = async () => {
    const [stands, hasFailed] = [question === 'stands', question === 'failed'];
    question = 'stands';
    try {
      if (!hasFailed) await invoke('quit_heard', { stands });
      if (stands) return;
      const mayQuit = await ask();
      if (hasFailed) await invoke('quit_heard', { stands: false });
      if (mayQuit) await invoke('quit');
      question = 'none';
    } catch (error) {
      question = 'failed';
      reportError(error);
    }
  };
  const askWhereWaiting = async () => {
    if (await invoke<boolean>('quit_heard', { stands: false })) await request();
  };
  void tauri.event.listen('quit-requested', request).then(askWhereWaiting);
}

/** Opens the bridge to the shell around this page. */
export async function openTauri(tauri: Tauri): Promise<DesktopBridge> {
  const { invoke } = tauri.core;
  const isAvailable = await invoke<boolean>('keychain_available');
  return {
    files: tauriFiles(tauri),
    computer: tauriComputer(tauri),
    keychain: {
      isAvailable,
      // The shell refuses where the system has none: nothing is kept then, and nothing fails.
      get: async (origin) =>
        (isAvailable && (await invoke<KeptSession | null>('keychain_get', { origin }))) || undefined,
      set: async (origin, session) => {
        if (isAvailable) await invoke('keychain_set', { origin, session: session ?? null });
      },
    },
    onQuit: (ask) => answerQuit(tauri, ask),
    onDeepLink: (follow) => {
      const take = async () => {
        const path = await invoke<string | null>('take_link');
        if (path) follow(path);
      };
      // One may have come before anybody listened.
      void tauri.event.listen('deep-link', () => void take()).then(take);
    },
    openExternal: (url) => invoke('open_external', { url }),
    notify: (notification) => invoke('notify', notification),
    setLanguage: (language) => invoke('set_language', { language }),
    zoom: (step) => invoke('zoom', { step }),
    setTimer: (timer) => invoke('set_timer', { timer: timer ?? null }),
  };
}
