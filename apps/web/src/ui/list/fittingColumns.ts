/** Which columns a table has room for. */

/** The facts of a column by which a table decides whether it is shown. */
export interface ColumnWidth {
  /** Columns without one share the rest. */
  width?: `${number}px`;
  /** True for a column that may be left out where there is no room; 'first' for one that goes before all others. */
  isOptional?: boolean | 'first';
}

/** px that a column which shares the rest keeps at least before another is left out for it. */
const least = 176;
/** px below which a table is read on a phone: what may be left out is. */
const phone = 560;

/**
 * Returns the columns that fit into a table of that width (px; undefined before it is known: all): those that may be
 * left out go from the end, until the ones without a width have room to be read.
 */
export function fittingColumns<Column extends ColumnWidth>(
  columns: readonly Column[],
  available: number | undefined,
): readonly Column[] {
  if (available === undefined) return columns;
  if (available < phone) return columns.filter(({ isOptional }) => !isOptional);
  const needed = (shown: readonly Column[]) =>
    shown.reduce((sum, { width }) => sum + (width ? Number.parseFloat(width) : least), 0);
  let shown = columns;
  while (needed(shown) > available) {
    const last =
      shown.findLast(({ isOptional }) => isOptional === 'first') ??
      shown.findLast(({ isOptional }) => isOptional);
    if (!last) break;
    shown = shown.filter((column) => column !== last);
  }
  return shown;
}
