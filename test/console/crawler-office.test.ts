import { describe, expect, test } from 'vitest';
import { crawledHome } from './support/crawled-home.ts';

const { crawl } = crawledHome();

const office = (name: string) => name.startsWith('office-');
const ofAnOwner = (name: string) => /^(mine$|living-room$|office-(topics|agents)$)/.test(name);

describe.each([
  { role: 'admin', language: 'en', which: office },
  { role: 'admin', language: 'zh', which: office },
  { role: 'owner', language: 'zh', which: ofAnOwner },
] as const)('as $role in $language', (look) => {
  test('no page shows raw codes, foreign words or unnamed controls', {
    timeout: 600_000,
  }, async () => {
    const faults = await crawl(look);
    expect(faults, faults.join('\n')).toEqual([]);
  });
});
