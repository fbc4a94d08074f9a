import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Modules of Python's standard library that the judge needs. None of them can read another file or start a process. */
const allowed = new Set(['datetime', 'decimal', 'functools', 'ipaddress', 'json', 're', 'sys']);

it('the second policy judge imports Python and its own folder', () => {
  const folder = new URL('../../security/second-judge/judge/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name !== '__pycache__');
  expect(files).toContain('judge.py');
  const own = new Set(files.map((name) => name.replace(/\.py$/, '')));
  for (const file of files) {
    expect(file).toMatch(/^[a-z]+\.py$/);
    const text = readFileSync(new URL(file, folder), 'utf8');
    const imported = [...text.matchAll(/^\s*(?:from\s+(\S+)\s+import|import\s+(.+))/gm)].flatMap(
      ([, from, list]) => (from === undefined ? (list ?? '').split(',').map((name) => name.trim()) : [from]),
    );
    for (const name of imported)
      expect([file, name, allowed.has(name) || own.has(name)]).toEqual([file, name, true]);
    expect(text).not.toMatch(/__import__|\bopen\(|\beval\(|\bexec\(/);
  }
});
