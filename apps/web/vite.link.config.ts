import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { common, sayUnstarted } from './vite.config.ts';

/** Fails where the page would load what opens accounts and workspaces: whoever has a link has neither. */
function keepAccountsOut(): Plugin {
  return {
    name: 'keep-accounts-out',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const strange = modules.find((id) =>
        /\/src\/(app\/(main|router)|screens\/)|\/client\/src\/(session|workspace|replica|device)\//.test(id),
      );
      if (strange) throw new Error(`the page that opens links would load ${strange}`);
      if (modules.length === 0) throw new Error('the page that opens links is empty');
    },
  };
}

/** Builds the page that opens links by itself, beside the app: it shares no file with it. */
export default defineConfig({
  ...common,
  plugins: [react(), sayUnstarted(), keepAccountsOut()],
  build: {
    ...common.build,
    emptyOutDir: false,
    rolldownOptions: { input: join(import.meta.dirname, 'link.html') },
  },
});
