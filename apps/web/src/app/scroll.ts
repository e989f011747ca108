/** Where the window stands after a navigation: back where one came from at the place where one was, else at the top. */

const dashboard = 'workspace-dashboard';

/** Says whether a change of the page keeps the place: moving within a customer's dashboard does. */
export const keepsScroll = (from: string | undefined, to: string | undefined): boolean =>
  Boolean(from?.startsWith(dashboard) && to?.startsWith(dashboard));

/** The places of as many pages as somebody goes back by. */
const maxPlaces = 50;

/** Remembers where the window stood on each page of the history, for as long as the tab lives. */
export class ScrollPlaces {
  readonly #places = new Map<string, number>();

  leave(page: string, y: number): void {
    this.#places.delete(page);
    this.#places.set(page, y);
    const [oldest] = this.#places.keys();
    if (this.#places.size > maxPlaces && oldest !== undefined) this.#places.delete(oldest);
  }

  /** The place on a page that was left before; undefined on a new one. */
  of(page: string): number | undefined {
    return this.#places.get(page);
  }
}
