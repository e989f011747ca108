// @vitest-environment happy-dom
/** Dragging: the item stays under the pointer, also where page and list scroll along. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { useDrag } from './useDrag.ts';

function Board() {
  const { onPointerDown } = useDrag(() => {});
  return (
    <div data-drag-scroll onPointerDown={onPointerDown}>
      <div data-drag-id="task" />
    </div>
  );
}

it('moves an item by what the pointer moved and what was scrolled meanwhile', () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  flushSync(() => root.render(<Board />));
  const board = place.querySelector<HTMLElement>('[data-drag-scroll]')!;
  const item = place.querySelector<HTMLElement>('[data-drag-id]')!;
  board.scrollLeft = 100;
  // Far from every edge: it scrolls as the test says.
  vi.spyOn(board, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1_000, 500));
  const at = (clientX: number, clientY: number) => ({
    clientX,
    clientY,
    button: 0,
    pointerId: 1,
    bubbles: true,
  });
  item.dispatchEvent(new PointerEvent('pointerdown', at(200, 200)));
  board.scrollLeft = 140;
  window.dispatchEvent(new PointerEvent('pointermove', at(210, 220)));
  expect(item.style.transform).toBe('translate(50px, 20px)');
  window.dispatchEvent(new PointerEvent('pointercancel', at(210, 220)));
  flushSync(() => root.unmount());
});
