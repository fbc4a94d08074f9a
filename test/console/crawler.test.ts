import { describe, expect, test } from 'vitest';
import { crawledHome } from './support/crawled-home.ts';

const { crawl } = crawledHome();

/** Public pages. A separate file covers the office. */
const everybodys = (name: string) => !/^(office|mine)/.test(name);
/** Pages that show more to an admin than to others. */
const moderated = (name: string) => /^(living-room|agent|circle|topic-debate)$/.test(name);

describe.each([
  { role: 'visitor', language: 'en', which: everybodys },
  { role: 'visitor', language: 'zh', which: everybodys },
  { role: 'admin', language: 'zh', which: moderated },
] as const)('as $role in $language', (look) => {
  test('no page shows raw codes, foreign words or unnamed controls', {
    timeout: 600_000,
  }, async () => {
    const faults = await crawl(look);
    expect(faults, faults.join('\n')).toEqual([]);
  });
});
