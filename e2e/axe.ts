/** What axe finds on a page. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export const phone = { width: 360, height: 740 };
export const desk = { width: 1280, height: 800 };

/** What axe calls serious or critical on the page as it stands, as readable lines. */
export async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Otherwise a second page is opened for the sake of foreign frames, which takes as long as the look itself.
    .setLegacyMode(page.frames().length === 1)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // Experimental; takes the initials in a picture for a label.
    .disableRules(['label-content-name-mismatch'])
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

/** Nothing serious and nothing beyond the page's edge, on a phone and on a desk. */
export async function looksFine(page: Page, what: string): Promise<void> {
  for (const viewport of [phone, desk]) {
    await page.setViewportSize(viewport);
    await fits(page, what);
    expect(await faultsOf(page), `${what} at ${viewport.width}`).toEqual([]);
  }
}

/** CSS pixels by which the page is wider than its window. */
export const beyondEdge = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Nothing makes the page scroll sideways. */
export async function fits(page: Page, what: string): Promise<void> {
  await expect
    .poll(() => beyondEdge(page), { message: `${what}: wider than its window` })
    .toBeLessThanOrEqual(0);
}
