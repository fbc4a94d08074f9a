import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const program = join(import.meta.dirname, '../../bin/agent-home.js');

function printTo(path: string, ...words: string[]) {
  const stdout = openSync(path, 'w');
  try {
    return spawnSync(process.execPath, [program, ...words], { stdio: ['ignore', stdout, 'pipe'] });
  } finally {
    closeSync(stdout);
  }
}

describe('output that cannot be written', () => {
  test.each([[['agents', 'list']], [['--help']], [['runs', 'list', '--format', 'json']]])(
    'reports a full disk in one line: %s',
    (words) => {
      const { status, stderr } = printTo('/dev/full', ...words);
      const text = stderr.toString();
      expect([status, text]).toEqual([1, expect.stringMatching(/ENOSPC \[output_not_written\]$/m)]);
      expect(text.match(/output_not_written/g)).toHaveLength(1);
      expect(text).not.toMatch(/^ {4}at /m);
    },
  );

  test('ends quietly with 0 without a reader', () => {
    const command = `${process.execPath} ${program} agents --help | true; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', command]);
    expect([stdout.toString(), stderr.toString()]).toEqual(['0\n', '']);
  });
});
