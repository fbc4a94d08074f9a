import type { Page } from 'playwright-core';

/** Marks elements that contain only ASCII letters, digits and signs. */
const markLatin = `(() => {
  let count = 0;
  for (const element of document.querySelectorAll('main *, header *')) {
    const text = element.textContent ?? '';
    if (element.children.length > 0 || !/^[\\x20-\\x7e]*[A-Za-z][\\x20-\\x7e]*$/.test(text)) continue;
    if (!element.checkVisibility() || element.closest('svg, option') || ++count > 120) continue;
    element.setAttribute('data-latin', '');
  }
})()`;

/**
 * Returns the fonts that the browser draws Latin letters with, by number of letters. Empty if no text has only Latin letters, as on
 * a Chinese page with only Chinese names.
 */
export async function latinFonts(page: Page): Promise<Map<string, number>> {
  await page.evaluate(markLatin);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '[data-latin]',
  });
  const letters = new Map<string, number>();
  for (const nodeId of nodeIds) {
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    for (const { familyName, glyphCount } of fonts)
      letters.set(familyName, (letters.get(familyName) ?? 0) + glyphCount);
  }
  await session.detach();
  return letters;
}
