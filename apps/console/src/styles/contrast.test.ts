import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { colourPairs, neededRatio } from './colour-pairs.ts';
import { collectColours, contrastRatio, type Theme } from './contrast.ts';

const source = join(import.meta.dirname, '..');
const colours = collectColours(readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8'));
const themes: Theme[] = ['light', 'dark'];

/** Returns text colour and background of every rule that names both by a token. */
function pairsInStylesheets(): [colour: string, on: string, where: string][] {
  const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  );
  return sheets.flatMap((name) => {
    const rules = readFileSync(join(source, name), 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g);
    return [...rules].flatMap(([, selector = '', body = '']) => {
      const colour = /(?:^|[;\s])color:\s*var\(--([\w-]+)\)/.exec(body)?.[1];
      const on = /background(?:-color)?:\s*var\(--([\w-]+)\)/.exec(body)?.[1];
      return colour && on ? [[colour, on, `${name}: ${selector.trim()}`] as [string, string, string]] : [];
    });
  });
}

describe('the contrast of two colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#00ff00', 2.91],
  ])('contrast of %s and %s is %d', (one, other, ratio) => {
    expect(contrastRatio(one, other)).toBeCloseTo(ratio, 2);
    expect(contrastRatio(other, one)).toBeCloseTo(ratio, 2);
  });
});

test('words and shapes have enough contrast in both themes', () => {
  const faint = themes.flatMap((theme) =>
    colourPairs.flatMap(({ colour, on, use }) =>
      on.flatMap((ground) => {
        const [one, other] = [colours[theme].get(colour), colours[theme].get(ground)];
        const ratio = one && other ? contrastRatio(one, other) : 0;
        return ratio < neededRatio[use] ? [`${theme}: ${colour} on ${ground} has ${ratio.toFixed(2)}`] : [];
      }),
    ),
  );
  expect(faint).toEqual([]);
  const listed = new Set(
    colourPairs.flatMap(({ colour, on }) => on.map((ground) => `${colour} on ${ground}`)),
  );
  const used = pairsInStylesheets();
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter(([colour, on]) => !listed.has(`${colour} on ${on}`))).toEqual([]);
});
