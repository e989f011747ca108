/** The fonts of PDFs: the letters of Western Europe, then those of its other languages, Greek and Cyrillic. */
import regularCyrillic from '@fontsource/inter/files/inter-cyrillic-400-normal.woff?url';
import strongCyrillic from '@fontsource/inter/files/inter-cyrillic-600-normal.woff?url';
import regularGreek from '@fontsource/inter/files/inter-greek-400-normal.woff?url';
import strongGreek from '@fontsource/inter/files/inter-greek-600-normal.woff?url';
import regularLatin from '@fontsource/inter/files/inter-latin-400-normal.woff?url';
import strongLatin from '@fontsource/inter/files/inter-latin-600-normal.woff?url';
import regularMore from '@fontsource/inter/files/inter-latin-ext-400-normal.woff?url';
import strongMore from '@fontsource/inter/files/inter-latin-ext-600-normal.woff?url';
import type { FontBytes } from '@kontor/table/pdf';

const load = (urls: readonly string[]): Promise<Uint8Array[]> =>
  Promise.all(
    urls.map(async (url) => {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
      return new Uint8Array(await answer.arrayBuffer());
    }),
  );

let loaded: Promise<FontBytes> | undefined;

/** Loads the fonts, once. */
export function loadFonts(): Promise<FontBytes> {
  loaded ??= Promise.all([
    load([regularLatin, regularMore, regularGreek, regularCyrillic]),
    load([strongLatin, strongMore, strongGreek, strongCyrillic]),
  ]).then(([regular, strong]) => ({ regular, strong }));
  // Without a connection it is tried again the next time.
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}
