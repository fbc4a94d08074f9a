import type { Report } from './report.ts';

const marks = { passed: '✔', failed: '✘', skipped: '–' } as const;

/** Renders a report as text: a line for each requirement, with its findings below. */
export function toTable({ kit, subject, results, passed, failed, skipped, milliseconds }: Report): string {
  const width = Math.max(...results.map(({ id }) => id.length));
  const lines = results.flatMap(({ id, title, chapter, verdict, details }) => [
    `${marks[verdict]} ${id.padEnd(width)}  ${title} (${chapter})`,
    ...details.map((detail) => `  ${' '.repeat(width)}  → ${detail}`),
  ]);
  const seconds = (milliseconds / 1000).toFixed(1);
  return [
    `conformance of a ${kit === 'server' ? 'home' : 'client'}: ${subject}`,
    ...lines,
    '',
    `${results.length} requirements: ${passed} passed, ${failed} failed, ${skipped} skipped, in ${seconds} s`,
  ].join('\n');
}
