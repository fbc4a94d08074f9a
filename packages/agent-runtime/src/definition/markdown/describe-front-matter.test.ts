import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeFrontMatter } from './describe-front-matter.ts';

test('the reference of front matter is what the schema says', () => {
  const place = new URL('../../../../../docs/agents/front-matter.md', import.meta.url);
  expect(readFileSync(place, 'utf8')).toBe(describeFrontMatter());
});
