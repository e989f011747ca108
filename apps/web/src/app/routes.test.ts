import { screens } from '@kontor/contract/wire/screens';
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { routeTree } from './router.tsx';

interface Node {
  options: { path?: string; staticData?: { name?: string }; beforeLoad?: (context: object) => unknown };
  children?: Node[];
}

/** Returns every named route as [its path, its name]. */
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

/** Returns every route with this path of its own. */
const withPath = (node: Node, path: string): Node[] => [
  ...(node.options.path === path ? [node] : []),
  ...(node.children ?? []).flatMap((child) => withPath(child, path)),
];

it('leads from …/overview of a project and of a customer to the address of the first tab', () => {
  const params = { workspace: 'w', space: 'p', customer: 'c' };
  const targets = withPath(routeTree as unknown as Node, 'overview')
    .filter(({ options }) => !options.staticData)
    .map(({ options }) => {
      try {
        return options.beforeLoad?.({ params });
      } catch (thrown) {
        return (thrown as { options: { to: string } }).options;
      }
    });
  const places = ['/$workspace/projects/$space', '/$workspace/customers/$customer'];
  expect(targets).toEqual(places.map((to) => expect.objectContaining({ to, params, replace: true })));
});

it('has no two routes under one id: the router would not start', () => {
  const history = createMemoryHistory();
  expect(() => createRouter({ routeTree, history })).not.toThrow();
});

/** Returns the address of every route that is a page or leads to one. */
function addresses(node: Node, above: string[]): string[] {
  const way = [...above, node.options.path ?? ''].filter((part) => part && part !== '/');
  const below = (node.children ?? []).flatMap((child) => addresses(child, way));
  return [`/${way.join('/')}`, ...below];
}

it('tells the server all of its screens', () =>
  expect([...screens].sort()).toEqual([...new Set(addresses(routeTree as unknown as Node, []))].sort()));
