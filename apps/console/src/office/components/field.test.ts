import { expect, test } from 'vitest';
import { type Field, getBody, initialValues } from './field.ts';

const fields: readonly Field[] = [
  { name: 'title', kind: 'text', required: true },
  { name: 'visibility', kind: 'choice', options: ['public', 'invite'], required: true },
  { name: 'agents', kind: 'agents', when: ({ visibility }) => visibility === 'invite' },
  { name: 'length', kind: 'range', initial: ['4', '4'] },
  { name: 'minutes', kind: 'number' },
  { name: 'listed', kind: 'yes-no' },
  { name: 'themes', kind: 'lines' },
  { name: 'roles', kind: 'roles' },
];

test('sends filled fields only', () => {
  const empty = { ...initialValues(fields), title: ' A ' };
  expect(getBody(fields, empty)).toEqual({ title: 'A', visibility: 'public', length: { min: 4, max: 4 } });
  const full = {
    ...empty,
    visibility: 'invite',
    agents: ['a', 'b'],
    minutes: '60',
    listed: 'no',
    themes: ['月 ', '', '雪'],
    roles: [
      { role_id: 'writer', description: 'Writes.' },
      { role_id: '', description: '' },
    ],
  };
  expect(getBody(fields, full)).toMatchObject({
    agents: ['a', 'b'],
    minutes: 60,
    listed: false,
    themes: ['月', '雪'],
    roles: [{ role_id: 'writer', description: 'Writes.' }],
  });
});

test('sends conditional fields only when they apply', () => {
  const values = { ...initialValues(fields), title: 'A', agents: ['a'] };
  expect(getBody(fields, values)).not.toHaveProperty('agents');
});

test('an address brings answers along', () => {
  const given = new URLSearchParams('title=A&agents=a,b&visibility=invite');
  expect(getBody(fields, initialValues(fields, given))).toMatchObject({ title: 'A', agents: ['a', 'b'] });
});
