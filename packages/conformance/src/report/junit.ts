import type { Report, Result } from './report.ts';

/** Renders a report as JUnit XML for build servers: one case per requirement, by area. */
export function toJunit(report: Report): string {
  const { kit, subject, started_at: startedAt, milliseconds, failed, skipped, results } = report;
  const attributes = toAttributes({
    name: `agent-home conformance ${kit}`,
    tests: results.length,
    failures: failed,
    errors: 0,
    skipped,
    time: (milliseconds / 1000).toFixed(3),
  });
  const cases = results.map((result) => toCase(kit, result)).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${attributes}>
<testsuite ${attributes} timestamp="${startedAt.replace(/\.\d+Z$/, '')}" hostname="${escaped(subject)}">
${cases}
</testsuite>
</testsuites>
`;
}

function toCase(kit: Report['kit'], { id, title, chapter, verdict, details }: Result): string {
  const area = id.slice(0, id.indexOf('/'));
  const attributes = toAttributes({ classname: `${kit}.${area}`, name: id, time: '0' });
  const properties = `<properties><property name="chapter" value="${escaped(chapter)}"/><property name="title" value="${escaped(title)}"/></properties>`;
  const said = escaped(details.join('; '));
  const outcome =
    verdict === 'failed'
      ? `<failure message="${escaped(title)}">${said}</failure>`
      : verdict === 'skipped'
        ? `<skipped message="${said}"/>`
        : '';
  return `<testcase ${attributes}>${properties}${outcome}</testcase>`;
}

function toAttributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(' ');
}

/** Escapes a text, without characters that XML 1.0 cannot contain even as a reference. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
