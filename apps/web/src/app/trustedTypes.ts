/**
 * The default Trusted Types policy, and so the first module that runs. It refuses what could turn data into code:
 * markup, scripts, and script addresses other than our own assets (workers are the only ones that we start) and the service worker, whose address is fixed.
 * Style text passes, because libraries set it through `innerHTML`: without `<` nothing in it can become an element.
 */

interface PolicyRules {
  createHTML(input: string): string | null;
  createScriptURL(input: string): string | null;
}

interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): unknown;
}

/** Returns the rules: `base` is the page's own address; null means refused. */
export const rules = (base: string): PolicyRules => ({
  createHTML: (input) => (input.includes('<') ? null : input),
  createScriptURL: (input) => {
    const url = new URL(input, base);
    const isOurs = url.pathname.startsWith('/assets/') || url.pathname === '/serviceWorker.js';
    return url.origin === new URL(base).origin && isOurs ? url.href : null;
  },
});

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
if (factory && import.meta.env.PROD) factory.createPolicy('default', rules(document.baseURI));

// Zod would try out whether it may compile its checks with `new Function`; the policy counts the attempt as an attack.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
