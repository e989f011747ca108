import type { DesktopBridge } from '@kontor/client/desktop/bridge';
import { openTauri, type Tauri } from './tauri.ts';

declare global {
  interface Window {
    __TAURI__?: Tauri;
  }
}

/** Opens the bridge; once, at the start. */
export async function openDesktop(): Promise<DesktopBridge> {
  window.kontorDesktop ??= await openTauri(window.__TAURI__!);
  return window.kontorDesktop;
}
