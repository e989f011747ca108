import { screens } from '@kontor/contract/wire/screens';
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
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

it('has no two routes under one id: the router would not start', () => {
  const history = createMemoryHistory();
  expect(() => createRouter({ routeTree, history })).not.toThrow();
});

/** The address of every route that is a page or leads to one. */
function addresses(node: Node, above: string[]): string[] {
  const way = [...above, node.options.path ?? ''].filter((part) => part && part !== '/');
  const below = (node.children ?? []).flatMap((child) => addresses(child, way));
  return [`/${way.join('/')}`, ...below];
}

it('tells the server all of its screens', () =>
  expect([...screens].sort()).toEqual([...new Set(addresses(routeTree as unknown as Node, []))].sort()));
