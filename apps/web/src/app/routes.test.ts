import { expect, it } from 'vitest';
import { routeTree } from './router.tsx';

interface Node {
  options: { path?: string; staticData?: { name?: string } };
  children?: Node[];
}

/** Every named route as [its path, its name]. */
function named(node: Node, above: string[]): [string, string][] {
  const way = [...above, node.options.path ?? ''].filter((part) => part && part !== '/');
  const name = node.options.staticData?.name;
  const own: [string, string][] = name ? [[way.join('/'), name]] : [];
  return [...own, ...(node.children ?? []).flatMap((child) => named(child, way))];
}

it('names each route after its segments', () => {
  const routes = named(routeTree as unknown as Node, []);
  expect(routes.length).toBeGreaterThan(8);
  for (const [path, name] of routes) {
    const segments = path.split('/').map((part) => (part === '$' ? 'path' : part.replace('$', '')));
    expect(name).toBe(segments.join('-') || 'index');
  }
});
