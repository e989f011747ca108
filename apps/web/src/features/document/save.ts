/** Saves what was opened on this computer. */
import { safeFileName } from '@kontor/client/files/safeName';

/** Saves bytes under a name that every system takes. */
export function saveBlob(blob: Blob, name: string): void {
  // Plain bytes: a browser that is asked to show them instead of saving must not take them for a page.
  const url = URL.createObjectURL(new Blob([blob], { type: 'application/octet-stream' }));
  const link = Object.assign(window.document.createElement('a'), { href: url, download: safeFileName(name) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
