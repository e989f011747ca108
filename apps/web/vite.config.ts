import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultAllowedOrigins, defineConfig, type Plugin, type UserConfig } from 'vite';

/** The address at which `npm run dev` finds the API. */
const api = process.env.KONTOR_API ?? 'http://localhost:3000';

/** Puts into a page's root what it says where its scripts do not arrive. */
export function sayUnstarted(): Plugin {
  const root = '<div id="root"></div>';
  return {
    name: 'say-unstarted',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => {
        const text = readFileSync(join(import.meta.dirname, 'src/app/unstarted.html'), 'utf8');
        return html.replace(root, () => root.replace('><', `>${text}<`));
      },
    },
  };
}

/**
 * Adds a preload of the Latin subset of Inter to the page's head, so that text does not wait for the style sheet to
 * request it.
 */
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

/**
 * Keeps the page that shows attachments apart from the app: loading a file of the app there would start the app there.
 */
function keepPreviewApart(): Plugin {
  return {
    name: 'keep-preview-apart',
    apply: 'build',
    generateBundle(_options, bundle) {
      const reached = new Set<string>();
      const visit = (file: string) => {
        const chunk = bundle[file];
        if (reached.has(file) || chunk?.type !== 'chunk') return;
        reached.add(file);
        for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next);
        const strange = chunk.moduleIds.find((id) => /\/src\/(app|platform|screens|features)\//.test(id));
        if (strange) throw new Error(`the attachment page would load ${strange} in ${file}`);
      };
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith('preview.html')) visit(chunk.fileName);
      if (reached.size === 0) throw new Error('the attachment page is not in the bundle');
    },
  };
}

/** Modules that the sign-in page does without: each was part of it once, by a single import on the way. */
const notAtStart =
  /\/node_modules\/(zod|@tanstack\/query-core|@noble)\/|\/contract\/src\/nouns\/|\/client\/src\/(files|nouns)\//;

/** Fails where the page loads, before anybody has signed in, what only an open workspace needs. */
function keepStartSmall(): Plugin {
  return {
    name: 'keep-start-small',
    apply: 'build',
    generateBundle(_options, bundle) {
      const reached = new Set<string>();
      const visit = (file: string) => {
        const chunk = bundle[file];
        if (reached.has(file) || chunk?.type !== 'chunk') return;
        reached.add(file);
        for (const next of chunk.imports) visit(next);
        const strange = chunk.moduleIds.find((id) => notAtStart.test(id));
        if (strange) throw new Error(`the sign-in page would load ${strange} in ${file}`);
      };
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith('/index.html')) visit(chunk.fileName);
      if (reached.size === 0) throw new Error('the sign-in page is not in the bundle');
    },
  };
}

/**
 * Fails where a worker's chunk imports the worker's entry: WebKit evaluates the entry once more then, and two workers
 * answer in one.
 */
function importNoEntry(): Plugin {
  return {
    name: 'import-no-entry',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entries = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
      for (const { fileName, imports, dynamicImports } of chunks)
        for (const imported of [...imports, ...dynamicImports])
          if (entries.has(imported)) throw new Error(`${fileName} imports the worker's entry ${imported}`);
    },
  };
}

/** Shows the page that opens links at its addresses, as the server does. */
function serveLinkPage(): Plugin {
  return {
    name: 'serve-link-page',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        if (request.url?.startsWith('/link/')) request.url = '/link.html';
        next();
      });
    },
  };
}

/** Settings of each page that is built. */
export const common = {
  root: import.meta.dirname,
  // The server replaces this word with a fresh nonce in each answer; style tags that libraries create carry it.
  html: { cspNonce: '__CSP_NONCE__' },
  // Data URLs and inline scripts are outside the content security policy; everything is a file under /assets/.
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: {
    format: 'es',
    plugins: () => [importNoEntry()],
    rolldownOptions: {
      output: {
        // What loads later in a worker shares modules with its start: they need a file beside the entry.
        codeSplitting: {
          groups: [{ name: 'worker', tags: ['$initial'], test: (id) => !/Worker\.ts$/.test(id) }],
        },
      },
    },
  },
} satisfies UserConfig;

/** The modules that open a workspace and its files. */
const replica =
  /\/client\/src\/(workspace\/(openWorkspace|ownMember)|files\/openFiles|nouns\/profile|session\/profile\/profile)\.ts$/;
/** The modules with which a day's work begins: an open workspace with a project's tasks. */
const daily = /\/src\/(app\/layouts\/(default|syncedOutlet)|screens\/projects\/(project|tasks))\.tsx$/;
const notInPreview = (id: string) => !/\/src\/preview\/|preview\.html/.test(id);

export default defineConfig({
  ...common,
  plugins: [react(), sayUnstarted(), preloadFont(), keepStartSmall(), keepPreviewApart(), serveLinkPage()],
  build: {
    ...common.build,
    rolldownOptions: {
      // The second page is the frame that shows attachments.
      input: ['index.html', 'preview.html'].map((page) => join(import.meta.dirname, page)),
      output: {
        codeSplitting: {
          groups: [
            // One file holds what the sign-in page needs, another what keeps records, a third what a day's work begins
            // with; the last holds what most other pages share. A group includes whatever its modules import. The
            // preview's frame is a page of its own and must not load any of it.
            { name: 'start', tags: ['$initial'], test: notInPreview, priority: 3 },
            { name: 'replica', test: replica, priority: 2 },
            { name: 'daily', test: daily, priority: 1 },
            { name: 'shared', test: notInPreview, minShareCount: 12, priority: 0 },
            { name: 'preload', test: /preload-helper/, priority: 4 },
            // Modules that both pages use need a file of their own.
            {
              name: 'attachment',
              test: /\/src\/(preview\/protocol|contents\/(limits|contentKind))\.ts/,
              priority: 5,
            },
            { name: 'inflate', test: /\/node_modules\/fflate\//, priority: 5 },
          ],
        },
      },
    },
  },
  server: {
    // The preview's frame has an opaque origin, so its modules are requested with `Origin: null`.
    cors: { origin: [defaultAllowedOrigins, 'null'] },
    proxy: { '/api': api, '/app': { target: api, ws: true }, '/dev': api },
  },
});
