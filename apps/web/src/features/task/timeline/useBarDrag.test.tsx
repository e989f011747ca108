/** @vitest-environment happy-dom */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { type BarDrag, useBarDrag } from './useBarDrag.ts';

const dayWidth = 10;
const dropped: BarDrag[] = [];

function Timeline() {
  const { onPointerDown } = useBarDrag(dayWidth, (drag) => dropped.push(drag));
  return (
    <div data-timeline>
      <span data-today />
      <button type="button" onPointerDown={(event) => onPointerDown('roof', event)} />
    </div>
  );
}

const pointer = (type: string, clientX: number) =>
  new PointerEvent(type, { bubbles: true, button: 0, pointerId: 1, pointerType: 'mouse', clientX });

it('counts the days that a bar was dragged, whatever the timeline was scrolled or got before it meanwhile', () => {
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  flushSync(() => root.render(<Timeline />));
  const timeline = page.querySelector('[data-timeline]')!;
  let left = 300;
  page.querySelector('[data-today]')!.getBoundingClientRect = () => ({ left }) as DOMRect;
  const drag = (to: number, meanwhile: () => void) => {
    flushSync(() => page.querySelector('button')!.dispatchEvent(pointer('pointerdown', 100)));
    meanwhile();
    flushSync(() => window.dispatchEvent(pointer('pointermove', to)));
    flushSync(() => window.dispatchEvent(pointer('pointerup', to)));
  };
  // Somebody else's task begins three weeks earlier: what is in view stays where it is.
  drag(150, () => {
    timeline.scrollLeft += 21 * dayWidth;
  });
  drag(150, () => {
    timeline.scrollLeft += 2 * dayWidth;
    left -= 2 * dayWidth;
  });
  expect(dropped.map(({ by }) => by)).toEqual([5, 7]);
  flushSync(() => root.unmount());
  page.remove();
});
