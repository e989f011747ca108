/** Dragging the bars of the timeline, or one of their ends, by whole days. */
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';
import { setSelectable } from '../../../ui/drag/selectable.ts';
import { swallow, swallowClick, swallowClickOnRelease } from '../../../ui/drag/swallowClick.ts';
import type { BarPart } from './timelineLayout.ts';

export interface BarDrag {
  id: string;
  part: BarPart;
  /** Days from where it was. */
  by: number;
}

/** px that a mouse may move in a click. */
const threshold = 4;

/**
 * Drags bars. Put `onPointerDown` on each bar; its ends carry `data-part`. A finger scrolls and taps instead.
 * `Esc` cancels.
 *
 * @param dayWidth px
 */
export function useBarDrag(dayWidth: number, onMove: (drag: BarDrag) => void) {
  const [drag, setDrag] = useState<BarDrag>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const onPointerDown = (id: string, event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0 || event.pointerType === 'touch' || stop.current) return;
    const { pointerId } = event;
    // Today moves with the days when the timeline scrolls, or gets earlier ones before it.
    const today = event.currentTarget.closest('[data-timeline]')!.querySelector('[data-today]')!;
    const fromToday = (x: number) => x - today.getBoundingClientRect().left;
    const start = fromToday(event.clientX);
    const part = ((event.target as HTMLElement).dataset.part ?? 'bar') as BarPart;
    let isMoving = false;
    let by = 0;
    const move = (moved: PointerEvent) => {
      if (moved.pointerId !== pointerId) return;
      const dx = fromToday(moved.clientX) - start;
      isMoving ||= Math.abs(dx) >= threshold;
      if (!isMoving) return;
      by = Math.round(dx / dayWidth);
      setDrag({ id, part, by });
    };
    const up = (released: PointerEvent) => {
      if (released.pointerId !== pointerId) return;
      end();
      if (!isMoving) return;
      swallowClick();
      if (by !== 0) onMove({ id, part, by });
    };
    const key = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return;
      swallow(pressed);
      if (isMoving) swallowClickOnRelease();
      end();
    };
    const end = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', end);
      window.removeEventListener('keydown', key, { capture: true });
      setSelectable(true);
      stop.current = undefined;
      setDrag(undefined);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', end);
    window.addEventListener('keydown', key, { capture: true });
    setSelectable(false);
    stop.current = end;
  };
  return { drag, onPointerDown };
}
