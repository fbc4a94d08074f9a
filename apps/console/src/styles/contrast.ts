/** Contrast of two colours, from 1 to 21, as WCAG 2 defines it. Both are `#rrggbb`. */
export function contrastRatio(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export type Theme = 'light' | 'dark';

/** Returns the colours of each theme by token name, as in tokens.css. Tokens that the dark theme omits have their light value. */
export function collectColours(tokens: string): Record<Theme, Map<string, string>> {
  const [day = '', night = ''] = tokens.split(':root[data-theme="dark"]');
  const read = (css: string) =>
    new Map(
      [...css.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/gi)].map(([, name = '', colour = '']) => [
        name,
        colour,
      ]),
    );
  const light = read(day);
  return { light, dark: new Map([...light, ...read(night)]) };
}
