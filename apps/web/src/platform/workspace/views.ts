/** Live views and sums of the open workspace's records: they follow each change, whoever made it. */

import type { Subscribable } from '@kontor/client/observable';
import type { Collection } from '@kontor/client/replica/collection';
import type { Collections } from '@kontor/client/replica/collections';
import type { Sums, SumsSpec } from '@kontor/client/replica/sums';
import type { View, ViewSpec } from '@kontor/client/replica/view';
import { useMemo } from 'react';
import { useLanguage } from '../text/locale.ts';
import { useRead, useWorkspace } from './workspace.ts';

/** Returns the records of a noun, to make views and sums of; it does not render again when they change. */
export const useCollection = <N extends keyof Collections>(name: N): Collections[N] =>
  useWorkspace().records.collections[name];

/**
 * Returns a sorted and filtered view of a collection. Make `spec` once (`useMemo`, or outside of the component): each new one
 * sorts anew. Who reads it renders again for what they read: `useWindow` or `useCount`.
 */
export function useView<T, Index extends string>(
  collection: Collection<T, Index>,
  spec: ViewSpec<T, NoInfer<Index>>,
): View<T> {
  // Another language may sort otherwise.
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(() => collection.view(spec), [collection, spec, language]);
}

/** Positions `from` to `to` (exclusive) of a view, all of it without them. */
export const useWindow = <T>(view: View<T>, from = 0, to = Number.POSITIVE_INFINITY): readonly T[] =>
  useRead(view, () => view.window(from, to));

/** Returns the number of records in a view or a collection. */
export const useCount = (source: Subscribable & { readonly size: number }): number =>
  useRead(source, ({ size }) => size);

/** Returns the figures of one group. */
export const useSums = <T, K extends string>(
  collection: Pick<Collection<T>, 'sums'>,
  spec: SumsSpec<T, K>,
  group: string,
): Readonly<Record<K, number>> =>
  useRead<Sums<K>, Readonly<Record<K, number>>>(collection.sums(spec), (sums) => sums.of(group));
