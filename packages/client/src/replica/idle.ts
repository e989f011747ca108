/** Does it when the browser has nothing better to do, in 5 s at the latest; elsewhere at once, behind what runs. */
export function whenIdle(work: () => void, timeout = 5_000): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout });
  else setTimeout(work, 0);
}
