/** Checks pages with axe. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type JSHandle, type Page } from '@playwright/test';

export const phone = { width: 360, height: 740 };
export const desk = { width: 1280, height: 800 };

/** Returns what axe calls serious or critical on the page as it stands, as readable lines. */
export const faultsOf = (page: Page): Promise<string[]> =>
  linesOf(
    axeOn(page)
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      // Experimental; mistakes the initials in a picture for a label.
      .disableRules(['label-content-name-mismatch']),
  );

/** Returns likewise what the rules find that judge colours: words and links that stand out too little. */
export const faintWordsOf = (page: Page): Promise<string[]> =>
  linesOf(axeOn(page).withRules(['color-contrast', 'link-in-text-block']));

const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page })
    // Otherwise axe opens a second page for the sake of foreign frames, which takes as long as the check itself.
    .setLegacyMode(page.frames().length === 1)
    // What passes is described no further than its first element.
    .options({ resultTypes: ['violations'] })
    // The words of a drawn page lie over it unseen, to be selected and found.
    .exclude(['iframe', '.textLayer']);

async function linesOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

/**
 * Checks, on a phone and on a desktop, that axe finds nothing serious and that nothing extends beyond the page's edge.
 */
export async function looksFine(page: Page, what: string): Promise<void> {
  for (const viewport of [phone, desk]) {
    await page.setViewportSize(viewport);
    await fits(page, what);
    expect(await faultsOf(page), `${what} at ${viewport.width}`).toEqual([]);
  }
}

/** Returns the CSS pixels by which the page is wider than its window. */
export const beyondEdge = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Checks that nothing makes the page scroll sideways. */
export async function fits(page: Page, what: string): Promise<void> {
  await expect
    .poll(() => beyondEdge(page), { message: `${what}: wider than its window` })
    .toBeLessThanOrEqual(0);
}

/** Returns, for each of some elements, its markup if it has a fill or a frame to be seen, and neither words nor pictures. */
const marksAmong = (elements: JSHandle<Element[]>): Promise<(string | undefined)[]> =>
  elements.evaluate((all) => {
    const isClear = (color: string) => /^rgba.*, 0\)$/.test(color);
    const behind = (element: Element): string => {
      for (let each = element.parentElement; each; each = each.parentElement) {
        const { backgroundColor } = getComputedStyle(each);
        if (!isClear(backgroundColor)) return backgroundColor;
      }
      return '';
    };
    return all.map((element) => {
      // What the page itself made anew meanwhile did not vanish.
      if (!element.isConnected) return '';
      const { width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      if (width < 3 || height < 3 || style.visibility === 'hidden' || style.opacity === '0') return undefined;
      if (element.textContent.trim() || element.matches('svg *, iframe, input, [contenteditable]'))
        return undefined;
      if (element.querySelector('svg, img, input, [contenteditable]')) return undefined;
      const isFilled = !isClear(style.backgroundColor) && style.backgroundColor !== behind(element);
      const hasBorder = ['top', 'right', 'bottom', 'left'].some(
        (side) =>
          style.getPropertyValue(`border-${side}-style`) !== 'none' &&
          style.getPropertyValue(`border-${side}-width`) !== '0px',
      );
      return isFilled || hasBorder ? element.outerHTML.slice(0, 160) : undefined;
    });
  });

/** Returns what vanishes where the system chooses the colours: marks that are fills and nothing else. */
export async function vanished(page: Page): Promise<string[]> {
  const elements = await page.evaluateHandle(() => [...document.querySelectorAll('body *')]);
  const before = await marksAmong(elements);
  await page.emulateMedia({ forcedColors: 'active' });
  const shown = await marksAmong(elements);
  await page.emulateMedia({ forcedColors: 'none' });
  await elements.dispose();
  return before.flatMap((mark, at) =>
    // The words of the chosen one are filled instead.
    mark === undefined || shown[at] !== undefined || mark.includes('SegmentedControl-indicator')
      ? []
      : [mark],
  );
}
