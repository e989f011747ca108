/**
 * Dragging with mouse, pen or finger. Items carry `data-drag-id`; see `target.ts` for where they may land. A mouse
 * drags after 6 px, a finger after a long press, so that lists still scroll. `Esc` cancels. Every drag needs a way by
 * keyboard beside it; that is the list's own affair.
 */
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';
import { setSelectable } from './selectable.ts';
import { swallow, swallowClick, swallowClickOnRelease } from './swallowClick.ts';
import { type DropTarget, sameTarget, targetAt } from './target.ts';

const threshold = 6;
const longPress = 280;
/** Near an edge of the window the page scrolls along. */
const edge = 48;

export interface Dragging {
  id: string;
  over: DropTarget | undefined;
}

interface Session {
  id: string;
  item: HTMLElement;
  pointerId: number;
  startX: number;
  startY: number;
  scrollX: number;
  /** The most that could be scrolled sideways at the start: an item that is held beyond the end makes it more. */
  maxScrollX: number;
  scrollY: number;
  started: boolean;
  timer: number | undefined;
  over: DropTarget | undefined;
}

const untouchable = 'input, textarea, select, [contenteditable="true"], [role="menu"], [data-no-drag]';

function scrollAlong(wide: HTMLElement | null, maxScrollX: number, x: number, y: number): void {
  if (y < edge) window.scrollBy(0, -12);
  else if (y > window.innerHeight - edge) window.scrollBy(0, 12);
  if (!wide) return;
  const box = wide.getBoundingClientRect();
  if (x < box.left + edge) wide.scrollBy(-12, 0);
  else if (x > box.right - edge) wide.scrollLeft = Math.min(wide.scrollLeft + 12, maxScrollX);
}

/**
 * Drags items. Put `onPointerDown` on what holds the items; `dragging` tells which one is under way and where
 * it would land.
 */
export function useDrag(onDrop: (id: string, target: DropTarget) => void) {
  const [dragging, setDragging] = useState<Dragging>();
  const session = useRef<Session>(undefined);
  const drop = useRef(onDrop);
  const stop = useRef<() => void>(undefined);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => () => stop.current?.(), []);

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const item = target.closest<HTMLElement>('[data-drag-id]');
    if (!item || event.button !== 0 || session.current || target.closest(untouchable)) return;
    const wide = item.closest<HTMLElement>('[data-drag-scroll]');
    const current: Session = {
      id: item.dataset.dragId!,
      item,
      pointerId: event.pointerId,
      startX: event.clientX,
      startY: event.clientY,
      scrollX: wide?.scrollLeft ?? 0,
      maxScrollX: wide ? wide.scrollWidth - wide.clientWidth : 0,
      scrollY: window.scrollY,
      started: false,
      timer: undefined,
      over: undefined,
    };
    session.current = current;

    const begin = () => {
      current.started = true;
      item.style.pointerEvents = 'none';
      item.style.position = 'relative';
      item.style.zIndex = '10';
      item.dataset.dragged = '';
      setSelectable(false);
      setDragging({ id: current.id, over: undefined });
    };
    const move = (moved: PointerEvent) => {
      if (moved.pointerId !== current.pointerId) return;
      const [dx, dy] = [moved.clientX - current.startX, moved.clientY - current.startY];
      if (!current.started) {
        if (Math.hypot(dx, dy) < threshold) return;
        // A finger that moves before the long press scrolls.
        if (moved.pointerType === 'touch') return end();
        begin();
      }
      scrollAlong(wide, current.maxScrollX, moved.clientX, moved.clientY);
      const scrolledX = (wide?.scrollLeft ?? 0) - current.scrollX;
      item.style.transform = `translate(${dx + scrolledX}px, ${dy + window.scrollY - current.scrollY}px)`;
      const over = targetAt(moved.clientX, moved.clientY, current.id);
      if (sameTarget(over, current.over)) return;
      current.over = over;
      setDragging({ id: current.id, over });
    };
    const up = (released: PointerEvent) => {
      if (released.pointerId !== current.pointerId) return;
      const { started, over, id } = current;
      end();
      if (!started) return;
      swallowClick();
      if (over) drop.current(id, over);
    };
    const key = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape' || !current.started) return;
      swallow(pressed);
      swallowClickOnRelease();
      end();
    };
    const hold = (touch: TouchEvent) => {
      if (current.started) touch.preventDefault();
    };
    const end = () => {
      clearTimeout(current.timer);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', end);
      window.removeEventListener('keydown', key, { capture: true });
      document.removeEventListener('touchmove', hold);
      for (const name of ['pointer-events', 'position', 'z-index', 'transform'])
        item.style.removeProperty(name);
      delete item.dataset.dragged;
      setSelectable(true);
      session.current = undefined;
      stop.current = undefined;
      setDragging(undefined);
    };
    if (event.pointerType === 'touch') current.timer = window.setTimeout(begin, longPress);
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', end);
    window.addEventListener('keydown', key, { capture: true });
    document.addEventListener('touchmove', hold, { passive: false });
    stop.current = end;
  };
  return { dragging, onPointerDown };
}
