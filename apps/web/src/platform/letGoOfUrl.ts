/** ms after which nobody fetches an address any more that stood on the page until now, or that a download began with. */
const mostFetched = 60_000;

/** Lets go of an object URL once whoever has just been given it has fetched it: a picture may still be loading. */
export function letGoOfUrl(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), mostFetched);
}
