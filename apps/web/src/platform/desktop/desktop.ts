/** The desktop app around this page, where there is one; in a browser there is none. */
import type { DesktopFiles, Keychain } from '@kontor/client/desktop/bridge';
import type { Language } from '../text/locale.ts';

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
  startsWithSystem: boolean;
  /** Of the app that runs. */
  version: string;
  looksForUpdates: boolean;
}

/** The computer that the app runs on. */
export interface Computer {
  settings(): Promise<ComputerSettings>;
  /** @throws Error where another program has the shortcut */
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
  /** Loads the newer release. Resolves with whether the system was asked to install it; rejects likewise, or with `disk`. */
  loadRelease(): Promise<boolean>;
  /** Calls back when a download has ended. */
  onDownloaded(listener: (download: { name: string | null; isWhole: boolean }) => void): () => void;
  /** Calls back when the timer's shortcut was pressed in any program. */
  onTimerShortcut(listener: () => void): () => void;
}

export interface DesktopBridge {
  files: DesktopFiles;
  keychain: Keychain;
  computer: Computer;
  /**
   * Is asked before the app ends, by the window or the menu, and not again before it has answered; false keeps it open. Without
   * an asker only a second try ends it, after some seconds.
   */
  onQuit(ask: () => Promise<boolean>): void;
  /** Is told the path of this app that a `kontor://` address names, e.g. `/w1/projects`. */
  onDeepLink(follow: (path: string) => void): void;
  /** Opens an address of the web, of mail or of a telephone in the system's program for it. @throws for any other */
  openExternal(url: string): Promise<void>;
  /** Shows a notification of the system. @throws Error where it has none */
  notify(words: { title: string; body: string }): Promise<void>;
  /** Speaks this language in the menus of the system. */
  setLanguage(language: Language): Promise<void>;
  /** Shows the timer in the system's tray while it runs; undefined where there is none. */
  setTimer(timer: TrayTimer | undefined): Promise<void>;
}

declare global {
  interface Window {
    /** The bridge, once `openDesktop` has made it; a test sets its own before the page's scripts. */
    kontorDesktop?: DesktopBridge;
  }
}

/** Tells whether this page stands in the desktop app. */
export const isDesktop = (): boolean => window.kontorDesktop !== undefined || '__TAURI__' in window;

/** Returns the desktop app around this page; undefined in a browser. */
export const desktop = (): DesktopBridge | undefined => window.kontorDesktop;
