/**
 * The desktop app around the web app, as the web app sees it.
 */
import type { Language } from '@kontor/contract/text/language';
import type { DocumentPlace } from '../nouns/document.ts';

/** A document that was written to this computer so that a program can open it, and where it lies: its copy goes there. */
export interface Checkout extends DocumentPlace {
  /** uuid. */
  id: string;
  /** Origin of the server whose account opened it: two servers may know the same ids. */
  server: string;
  userId: string;
  workspaceId: string;
  /** Of a new one, the document that it was saved beside. */
  documentId: string;
  /** The content (`blobId`) that the file was made from. */
  base: string;
  /** The file's name on this computer. */
  name: string;
  /** True of a file that was saved beside a document, and is none yet. */
  isNew: boolean;
}

/** A checkout that is open, or was left by an earlier run, or a file that was saved beside one. */
export interface LeftCheckout extends Checkout {
  /** SHA-256 of the file, hex. */
  digest: string;
  /** True while a program may save it again: its release is still to be told. */
  isHeld: boolean;
  /** True where it is not as it was last uploaded. */
  isUnsent: boolean;
}

/** A file came to rest after a program had saved it. */
export interface FileSaved {
  id: string;
  digest: string;
}

/** A file came to rest after a program had saved it, and the computer refused to take its copy. */
export interface FileFailed {
  id: string;
  cause: 'disk';
}

/**
 * Files that are open in other programs. What the computer refuses fails with a `code`: `disk` where its disk is full or
 * broken, `launch` where no program takes the file, `program` where it is one itself.
 */
export interface DesktopFiles {
  /**
   * Writes a document to a temporary place of its own, watches it, and opens it in its program. A stream that errors
   * leaves nothing. @throws Error
   */
  open(checkout: Checkout, content: ReadableStream<Uint8Array>): Promise<void>;
  /** Opens it once more in its program. */
  launch(id: string): Promise<void>;
  /** Shows it in its folder. */
  show(id: string): Promise<void>;
  /** Returns what was saved last, and its digest. @throws Error while a program is writing it, or it is gone */
  read(id: string): Promise<{ content: Blob; digest: string }>;
  /** Notes that a content is sealed on the server: a file with this digest may be wiped. */
  uploaded(id: string, state: Pick<Checkout, 'documentId' | 'base'> & { digest: string }): Promise<void>;
  /**
   * Stops watching it and wipes it, unless it holds what is not uploaded, told or not: resolves with undefined then, and
   * its release is told again. Else with what was saved beside it.
   */
  close(id: string): Promise<LeftCheckout[] | undefined>;
  /** Stops watching it and wipes it, uploaded or not. Resolves with what was saved beside it. */
  discard(id: string): Promise<LeftCheckout[]>;
  /** Returns the files of every account, also those that an earlier run left, that hold what is not uploaded, told or not. */
  unsent(): Promise<Checkout[]>;
  /** Returns those that a program has open, or may have where the system does not tell, of every account and run. */
  held(): Promise<Checkout[]>;
  /**
   * Returns what is open, and what earlier runs left that was not uploaded, or is open in a program; everything else of
   * them is wiped.
   */
  left(): Promise<LeftCheckout[]>;
  /** Wipes what is of a server, and what cannot be read whose it is; with an account, what is that one's there. */
  wipe(server: string, userId?: string): Promise<void>;
  onSaved(listener: (saved: FileSaved) => void): () => void;
  /**
   * Tells of a save that failed. It is tried again from time to time, and told by `onSaved` then; `read` has
   * the content all the same.
   */
  onFailed(listener: (failed: FileFailed) => void): () => void;
  /** Tells when its program has let go of it: nothing more comes. It is wiped by `close`. */
  onReleased(listener: (id: string) => void): () => void;
}

/** The secrets of one server's session, kept in the system's keychain. */
export interface KeptSession {
  token: string;
  userId: string;
  /** base64url; none once the session was ended elsewhere: nothing opens with it then. */
  deviceShare?: string | undefined;
}

/** The keychain, by the server's origin. */
export interface Keychain {
  /** False where this system has none: nothing outlives the app then. */
  readonly isAvailable: boolean;
  get(origin: string): Promise<KeptSession | undefined>;
  /** Keeps a session; undefined forgets it. */
  set(origin: string, session: KeptSession | undefined): Promise<void>;
}

/** The timer as the system's tray shows it. */
export interface TrayTimer {
  /** ms; when it would have started if it had never paused. Undefined while it is paused. */
  startedAt?: number | undefined;
  label: string;
}

/** The choices of a person for this computer. */
export interface ComputerSettings {
  /** The folder for downloads, as the system writes it. */
  downloads: string;
  hasShortcut: boolean;
  /** The shortcut, e.g. `CmdOrCtrl+Alt+K`. */
  shortcut: string;
  /** True where the desktop may keep the shortcut from the app while another program has the keyboard. */
  isWayland: boolean;
  startsWithSystem: boolean;
  /** Of the app that runs. */
  version: string;
  looksForUpdates: boolean;
}

/** The computer that the app runs on. */
export interface Computer {
  settings(): Promise<ComputerSettings>;
  /** Changes settings; returns them all. @throws Error where another program has the shortcut */
  change(
    change: Partial<Pick<ComputerSettings, 'hasShortcut' | 'startsWithSystem'>>,
  ): Promise<ComputerSettings>;
  /** Asks the person for the folder for downloads. */
  chooseDownloads(): Promise<ComputerSettings>;
  /**
   * Looks for a newer release. Resolves with its version; rejects with a word (`line`, `forged`, `older`, `no-package`)
   * where none is to be trusted.
   */
  newerRelease(): Promise<string | undefined>;
  /**
   * Loads the newer release. Resolves with `asked` where the system was asked to install it, `laid` where it lies in the folder
   * for downloads, fit to be started, `kept` where it does so where it was loaded, `none` where there is none any more; rejects
   * likewise, or with `disk`, `program`.
   */
  loadRelease(): Promise<'asked' | 'laid' | 'kept' | 'none'>;
  /** Calls back when a download has ended. */
  onDownloaded(listener: (download: { name: string | null; isWhole: boolean }) => void): () => void;
  /** Calls back when the timer's shortcut was pressed in any program. */
  onTimerShortcut(listener: () => void): () => void;
}

/** A change of how large the page is shown. */
export type ZoomStep = 'in' | 'out' | 'reset';

/** The whole of it. */
export interface DesktopBridge {
  files: DesktopFiles;
  keychain: Keychain;
  computer: Computer;
  /**
   * Is asked before the app ends, by the window or the menu, and not again before it has answered; false keeps it open. Without
   * an asker only a second try ends it, after some seconds.
   */
  onQuit(ask: () => Promise<boolean>): void;
  /**
   * Is told the path of this app that a `kontor://` address or a notification leads to, e.g. `/w1/projects`; at once the last
   * one that came before.
   */
  onDeepLink(follow: (path: string) => void): void;
  /** Opens an address of the web, of mail or of a telephone in the system's program for it. @throws for any other */
  openExternal(url: string): Promise<void>;
  /** Shows a notification of the system, which leads to a path of this app. @throws Error where the system has none */
  notify(notification: { title: string; body: string; path: string }): Promise<void>;
  /** Speaks this language in the menus of the system. */
  setLanguage(language: Language): Promise<void>;
  /** Shows the page larger, smaller, or as at first. */
  zoom(step: ZoomStep): Promise<void>;
  /** Shows the timer in the system's tray while it runs; undefined where there is none. */
  setTimer(timer: TrayTimer | undefined): Promise<void>;
}
