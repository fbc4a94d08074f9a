import { beforeEach, expect, test, vi } from 'vitest';
import { removeView, savedViewLimits, savedViews, saveView } from './saved-views.ts';

const kept = new Map<string, string>();
const place = 'agent-home-run-views:owner:olga';

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > 100_000) throw new Error('full');
      kept.set(key, value);
    },
  });
});

const names = () => savedViews('owner:olga').map(({ name }) => name);

test('saved views are added, renamed and removed for one user', () => {
  saveView('owner:olga', { name: ' Failed ', query: 'state=failed' });
  saveView('owner:olga', { name: 'Ada', query: 'agent=ada' });
  saveView('owner:olga', { name: 'Failed', query: 'state=failed&agent=ada' });
  expect(savedViews('owner:olga')).toEqual([
    { name: 'Failed', query: 'state=failed&agent=ada' },
    { name: 'Ada', query: 'agent=ada' },
  ]);
  expect(savedViews('owner:otto')).toEqual([]);
  saveView('owner:olga', { name: 'Errors', query: 'state=failed' }, 'Failed');
  expect(names()).toEqual(['Errors', 'Ada']);
  expect(removeView('owner:olga', 'Errors')).toEqual([{ name: 'Ada', query: 'agent=ada' }]);
});

test('saved views survive nonsense in the storage', () => {
  for (const nonsense of ['', '{', 'null', '7', '{"a":1}', '[null,1,"x",{"name":""},{"name":"x"}]']) {
    kept.set(place, nonsense);
    expect(savedViews('owner:olga')).toEqual([]);
  }
  const one = { name: 'Good', query: 'q' };
  kept.set(place, JSON.stringify([{ name: 'x'.repeat(100), query: '' }, one, one, { ...one, more: 1 }]));
  expect(savedViews('owner:olga')).toEqual([one]);
  kept.set(place, JSON.stringify(Array.from({ length: 500 }, (_, at) => ({ name: `v${at}`, query: '' }))));
  expect(names()).toHaveLength(savedViewLimits.views);
});

test('saved views have limits, and a full storage is reported', () => {
  for (let at = 0; at < savedViewLimits.views; at++) saveView('owner:olga', { name: `v${at}`, query: '' });
  expect(saveView('owner:olga', { name: 'more', query: '' }).problem).toBe('many');
  expect(saveView('owner:olga', { name: 'v3', query: 'state=failed' }).problem).toBeUndefined();
  expect(saveView('owner:olga', { name: '  ', query: '' }).problem).toBe('name');
  expect(saveView('owner:olga', { name: 'v3', query: 'q'.repeat(2_000) }).problem).toBe('name');
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  });
  expect(saveView('owner:olga', { name: 'a', query: '' }).problem).toBe('storage');
});
