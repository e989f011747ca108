/** Where a dragged thing would land, read from the page: lists say `data-drop-list`, containers `data-drop-into`. */

export type DropTarget =
  /** Between two items of a list: before the one with this id, at the end when undefined. */
  | { kind: 'place'; list: string; before: string | undefined }
  /** Into a container, e.g. a folder. */
  | { kind: 'into'; id: string };

interface Slot {
  id: string;
  /** Middle of the item, from the top of the window. */
  middle: number;
}

/** Returns the item before which the pointer stands: the first one whose middle lies below it. */
export const beforeOf = (slots: readonly Slot[], y: number): string | undefined =>
  slots.find((slot) => y < slot.middle)?.id;

/** Returns the target under a point; the dragged item itself must not catch the pointer. */
export function targetAt(x: number, y: number, draggedId: string): DropTarget | undefined {
  const under = document.elementFromPoint(x, y);
  const into = under?.closest<HTMLElement>('[data-drop-into]')?.dataset.dropInto;
  if (into !== undefined) return into === draggedId ? undefined : { kind: 'into', id: into };
  const list = under?.closest<HTMLElement>('[data-drop-list]');
  if (!list) return undefined;
  const slots = [...list.querySelectorAll<HTMLElement>('[data-drag-id]')]
    .filter((item) => item.dataset.dragId !== draggedId)
    .map((item) => {
      const box = item.getBoundingClientRect();
      return { id: item.dataset.dragId!, middle: box.top + box.height / 2 };
    });
  return { kind: 'place', list: list.dataset.dropList!, before: beforeOf(slots, y) };
}

export const sameTarget = (a: DropTarget | undefined, b: DropTarget | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
