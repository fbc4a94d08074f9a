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
  test('no page shows an id or a code where there are words, English in Chinese, or a control without a name', {
    timeout: 600_000,
  }, async () => {
    const faults = await crawl(look);
    expect(faults, faults.join('\n')).toEqual([]);
  });
});
