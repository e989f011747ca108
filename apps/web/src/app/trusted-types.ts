/**
 * The default Trusted Types policy, and so the first module that runs. It refuses what could turn data into code:
 * markup, scripts, and script addresses other than our own assets (workers are the only ones that we start).
 *
 * Two kinds of text pass as markup. Style text, because libraries set it through `innerHTML`: without `<` nothing in it
 * can become an element. And what the editor parses, from its own content and from the clipboard: `DOMParser` and the
 * document that ProseMirror makes for pasted text have no window, so nothing in them runs or loads, and only what the
 * editor's schema knows is taken over. ProseMirror calls this policy by name, for want of one of its own; such a call
 * has no sink.
 */

/** Sinks (as browsers name them) whose document has no window. */
const inertSinks: readonly (string | undefined)[] = [undefined, 'DOMParser parseFromString'];

interface PolicyRules {
  createHTML(input: string, type?: string, sink?: string): string | null;
  createScriptURL(input: string): string | null;
}

interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): unknown;
}

/** `base` is the page's own address; null means refused. */
export const rules = (base: string): PolicyRules => ({
  createHTML: (input, _type, sink) => (inertSinks.includes(sink) || !input.includes('<') ? input : null),
  createScriptURL: (input) => {
    const url = new URL(input, base);
    return url.origin === new URL(base).origin && url.pathname.startsWith('/assets/') ? url.href : null;
  },
});

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
if (factory && import.meta.env.PROD) factory.createPolicy('default', rules(document.baseURI));

// Zod would try out whether it may compile its checks with `new Function`; the policy counts the attempt as an attack.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
