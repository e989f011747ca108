import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultAllowedOrigins, defineConfig, type Plugin } from 'vite';

/** Where `npm run dev` finds the API. */
const api = process.env.KONTOR_API ?? 'http://localhost:3000';

/** Names the Latin cut of Inter in the page's head, so that text does not wait for the style sheet to ask for it. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle, path }) => {
        if (path !== '/index.html') return [];
        const font = Object.keys(bundle ?? {}).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
        if (!font) throw new Error('the Latin cut of Inter is not in the bundle');
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font}` },
            injectTo: 'head',
          },
        ];
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFont()],
  // The server replaces this word by a fresh nonce in each answer; style tags that libraries make carry it.
  html: { cspNonce: '__CSP_NONCE__' },
  // Data URLs and inline scripts are outside the content security policy; everything is a file under /assets/.
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The second page is the frame that shows attachments.
      input: ['index.html', 'preview.html'].map((page) => join(import.meta.dirname, page)),
      output: {
        codeSplitting: {
          groups: [
            // What the sign-in page needs is one file; what most pages behind it share is another.
            { name: 'start', tags: ['$initial'], entriesAware: true, priority: 2 },
            { name: 'shared', minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    // The preview's frame has an opaque origin, so its modules are asked for with `Origin: null`.
    cors: { origin: [defaultAllowedOrigins, 'null'] },
    proxy: { '/api': api, '/app': { target: api, ws: true }, '/dev': api },
  },
});
