import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeFrontMatter } from './describe-front-matter.ts';

test('the front matter reference equals its schema', () => {
  const place = new URL('../../../../../docs/agents/front-matter.md', import.meta.url);
  expect(readFileSync(place, 'utf8')).toBe(describeFrontMatter());
});
