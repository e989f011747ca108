/** The pictures of a paste. */

/** Ends where it could begin again, so that markup from anywhere costs its length. */
const embedded =
  /<img\b[^<>]*?\bsrc\s*=\s*["']?data:(image\/(?:png|jpeg|gif|webp));base64,([a-z0-9+/=\s]+)/gi;

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/**
 * Returns the pictures that were copied, as files. Beside words, only those inside the markup count: some programs copy
 * a picture of the words as well.
 */
export function picturesIn(files: readonly File[], html: string, hasWords: boolean): File[] {
  const found = [...html.matchAll(embedded)].flatMap(([, type, data]) => {
    try {
      return [new File([Uint8Array.from(atob(data!), (char) => char.charCodeAt(0))], '', { type: type! })];
    } catch {
      return [];
    }
  });
  return found.length > 0 || hasWords ? found : files.filter(({ type }) => type in extensions);
}

/** Tells whether markup shows more pictures than were taken: those that lie on the web, or in the program's own files. */
export const leavesPictures = (html: string, taken: readonly File[]): boolean =>
  (html.match(/<img\b/gi)?.length ?? 0) > taken.length;

/** Names pictures by the moment, since what is pasted has no name of its own or the same as the last one. */
export const namedPictures = (pictures: readonly File[], word: string, at = new Date()): File[] =>
  pictures.map((picture, i) => {
    const pad = (n: number) => String(n).padStart(2, '0');
    const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
    const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(pad).join('.');
    const name = `${word} ${day} ${time}${pictures.length > 1 ? ` ${i + 1}` : ''}.${extensions[picture.type]}`;
    return new File([picture], name, { type: picture.type });
  });
