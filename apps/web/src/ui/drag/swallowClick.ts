/** Stops an event from having any effect. */
export function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Swallows the click that follows when a drag ends: it is none. */
export function swallowClick(): void {
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0);
}

/** Swallows it after a drag that was cancelled while the pointer is still down. */
export const swallowClickOnRelease = (): void =>
  window.addEventListener('pointerup', swallowClick, { capture: true, once: true });
