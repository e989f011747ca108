/** Finds what lets a PDF show something else at another time than when it was signed (ISO 32000-2). */
import type { PDF, PdfArray, PdfDict, PdfObject, PdfRef } from '@libpdf/core';

/** Kinds of actions that run something, or change what is shown (12.6.4). */
const changing: ReadonlySet<string> = new Set([
  'JavaScript',
  'Launch',
  'Hide',
  'SetOCGState',
  'ResetForm',
  'ImportData',
  'Rendition',
  'RichMediaExecute',
]);

/** Kinds of annotations that play something of their own (12.5.6). */
const playing: ReadonlySet<string> = new Set(['Movie', 'Screen', 'RichMedia', '3D']);

/** The flag of an annotation that is printed and not shown (12.5.3). */
const noView = 32;

/** Actions that follow each other, and parents of fields: no honest file has as many. */
const longestChain = 32;

/** Tells if a PDF has programs, a dynamic form (Annex K), layers that are hidden or switched, or what only prints show. */
export function isActive(pdf: PDF): boolean {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const catalog = pdf.getCatalog();
  const form = catalog.getDict('AcroForm', resolve);
  return (
    acts(catalog, 'OpenAction', resolve) ||
    catalog.getDict('Names', resolve)?.has('JavaScript') === true ||
    form?.has('XFA') === true ||
    hasLayers(catalog, resolve) ||
    hasLivelyBookmarks(catalog, resolve) ||
    pdf
      .getPages()
      .some(
        ({ dict }) => acts(dict, undefined, resolve) || annotationsOf(dict, resolve).some(isLively(resolve)),
      )
  );
}

type Resolve = (ref: PdfRef) => PdfObject | null;

/** Tells if something that opens, is clicked or is left runs an action that changes what is shown. */
function acts(dict: PdfDict, key: string | undefined, resolve: Resolve): boolean {
  return dict.has('AA') || (key !== undefined && changes(dict.get(key, resolve), resolve));
}

function changes(action: PdfObject | undefined, resolve: Resolve, depth = 0): boolean {
  if (!action || depth > longestChain) return depth > longestChain;
  if (action.type === 'ref') return changes(resolve(action) ?? undefined, resolve, depth + 1);
  // What opens at a place has no action: it is an array.
  if (action.type === 'array')
    return depth > 0 && [...action].some((each) => changes(each, resolve, depth + 1));
  if (action.type !== 'dict') return false;
  const isChange = changing.has(action.getName('S', resolve)?.value ?? '');
  return isChange || changes(action.get('Next', resolve), resolve, depth + 1);
}

/** Tells if there are layers that are hidden, or that change by themselves: for printing, say (8.11.4). */
function hasLayers(catalog: PdfDict, resolve: Resolve): boolean {
  const shown = catalog.getDict('OCProperties', resolve)?.getDict('D', resolve);
  const isListed = (key: string) => (shown?.getArray(key, resolve)?.length ?? 0) > 0;
  return isListed('OFF') || isListed('AS') || shown?.getName('BaseState', resolve)?.value === 'OFF';
}

/** Tells if a bookmark runs such an action (12.3.3). */
function hasLivelyBookmarks(catalog: PdfDict, resolve: Resolve): boolean {
  const seen = new Set<PdfDict>();
  const left = [catalog.getDict('Outlines', resolve)];
  while (left.length > 0) {
    const item = left.pop();
    // Each once: they may follow each other in a circle.
    if (!item || seen.has(item)) continue;
    seen.add(item);
    if (acts(item, 'A', resolve)) return true;
    left.push(item.getDict('First', resolve), item.getDict('Next', resolve));
  }
  return false;
}

function annotationsOf(page: PdfDict, resolve: Resolve): PdfDict[] {
  const list: PdfArray | undefined = page.getArray('Annots', resolve);
  return [...(list ?? [])].flatMap((each) => {
    const found = each.type === 'ref' ? resolve(each) : each;
    return found?.type === 'dict' ? found : [];
  });
}

const isLively = (resolve: Resolve) => (annotation: PdfDict) => {
  const flags = annotation.getNumber('F', resolve)?.value ?? 0;
  if (playing.has(annotation.getName('Subtype', resolve)?.value ?? '') || (flags & noView) !== 0) return true;
  // A field has its programs where its parents do.
  let field: PdfDict | undefined = annotation;
  for (let depth = 0; field && depth <= longestChain; depth++) {
    if (acts(field, 'A', resolve)) return true;
    field = field.getDict('Parent', resolve);
  }
  return field !== undefined;
};
