/** Use of a colour: text to read, or shapes and large text to see. */
export type Use = 'text' | 'shape';

/** Minimum contrast ratios (WCAG 2, level AA). */
export const neededRatio: Record<Use, number> = { text: 4.5, shape: 3 };

const grounds = ['paper', 'surface', 'surface-sunken'];

/** Permitted pairs of colour and background. A stylesheet with another pair fails its test. */
export const colourPairs: readonly { colour: string; on: readonly string[]; use: Use }[] = [
  {
    colour: 'ink',
    on: [...grounds, 'accent-soft', 'lamp-soft', 'good-soft', 'warn-soft', 'bad-soft'],
    use: 'text',
  },
  { colour: 'ink-soft', on: [...grounds, 'accent-soft', 'lamp-soft'], use: 'text' },
  { colour: 'accent', on: [...grounds, 'accent-soft'], use: 'text' },
  { colour: 'accent-ink', on: ['accent'], use: 'text' },
  { colour: 'lamp-ink', on: [...grounds, 'lamp-soft'], use: 'text' },
  { colour: 'good', on: [...grounds, 'good-soft'], use: 'text' },
  { colour: 'warn', on: [...grounds, 'warn-soft'], use: 'text' },
  { colour: 'bad', on: [...grounds, 'bad-soft'], use: 'text' },
  { colour: 'lamp', on: [...grounds, 'lamp-soft'], use: 'shape' },
  { colour: 'line-strong', on: grounds, use: 'shape' },
];
