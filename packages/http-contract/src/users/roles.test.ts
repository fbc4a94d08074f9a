import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { permissions, rolePermissions } from './roles.ts';

test('the document of roles has the permissions of the code', () => {
  const text = readFileSync(new URL('../../../../docs/users.md', import.meta.url), 'utf8');
  const lines = text.split('\n');
  const code = (name: string) => `\`${name}\``;
  const tables = [
    Object.entries(rolePermissions).map(([role, may]) => `| ${code(role)} | ${may.map(code).join(', ')} |`),
    Object.entries(permissions).map(([name, meaning]) => `| ${code(name)} | ${meaning} |`),
  ];
  for (const rows of tables) {
    const start = lines.indexOf(rows[0] ?? '');
    expect(lines.slice(start, start + rows.length + 1)).toEqual([...rows, '']);
  }
});
