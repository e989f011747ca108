/**
 * Marks an element that a press elsewhere takes the focus from until that press is over: what shows only while somebody is in it
 * stays so long, since what lies below must not move away under a pointer that is down.
 */
export function lingerWhilePressed(element: HTMLElement): void {
  if (!document.querySelector(':active')) return;
  element.dataset.leaving = '';
  const ends = ['pointerup', 'pointercancel', 'click'] as const;
  const leave = () => {
    for (const end of ends) removeEventListener(end, leave, true);
    // Behind the click that belongs to it.
    setTimeout(() => {
      delete element.dataset.leaving;
    });
  };
  for (const end of ends) addEventListener(end, leave, true);
}
