/** Names a browser in a form that a person recognises. */

const first = (agent: string, names: readonly [RegExp, string][]): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1];

// The order matters: Edge also calls itself Chrome, Chrome calls itself Safari, iPads call themselves Macs.
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Returns browser and system behind a user agent; undefined for one that names neither as we know it. */
export function deviceOf(agent: string): { browser: string; system: string } | undefined {
  const [browser, system] = [first(agent, browsers), first(agent, systems)];
  return browser && system ? { browser, system } : undefined;
}
