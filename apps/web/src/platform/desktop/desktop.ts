/** The desktop app around this page, where there is one; in a browser there is none. */
import type { DesktopBridge } from '@kontor/client/desktop/bridge';

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
