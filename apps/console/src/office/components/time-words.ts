const steps: [Intl.NumberFormatOptions['unit'], number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** Formats a number of seconds in a readable unit: `5400` is 1.5 hours. */
export function timeInWords(seconds: number, language: string): string {
  const [unit, size] = steps.find(([, length]) => seconds >= length) ?? ['second', 1];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    ...(unit ? { unit } : {}),
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(seconds / size);
}
