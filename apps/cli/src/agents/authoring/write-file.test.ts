import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFile, replaceFile } from './write-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-home-writing-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a file that is made', () => {
  it('writes a complete file in a new folder', () => {
    createFile(join(folder, 'agents/ada.md'), bytes('ada'));
    expect(readdirSync(join(folder, 'agents'))).toEqual(['ada.md']);
    expect(readFileSync(join(folder, 'agents/ada.md'), 'utf8')).toBe('ada');
  });

  it('replaces no file, folder or dangling link', () => {
    writeFileSync(join(folder, 'file.md'), 'old');
    mkdirSync(join(folder, 'folder.md'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link.md'));
    for (const name of ['file.md', 'folder.md', 'link.md'])
      expect(() => createFile(join(folder, name), bytes('new'))).toThrow(
        expect.objectContaining({ code: 'agent_exists' }),
      );
    expect(readdirSync(folder).sort()).toEqual(['file.md', 'folder.md', 'link.md']);
    expect(readFileSync(join(folder, 'file.md'), 'utf8')).toBe('old');
  });

  it('is not made through a link, nor where nothing can be written', () => {
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'agents'));
    expect(() => createFile(join(folder, 'agents/ada.md'), bytes('x'))).toThrow(
      /symbolic link, which is not followed/,
    );
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
    expect(() => createFile(join(folder, 'dangling/ada.md'), bytes('x'))).toThrow(
      /symbolic link, which is not followed/,
    );
    writeFileSync(join(folder, 'file'), '');
    expect(() => createFile(join(folder, 'file/ada.md'), bytes('x'))).toThrow(
      expect.objectContaining({ code: 'not_written' }),
    );
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual([]);
  });
});

describe('a file that is replaced', () => {
  it('keeps the mode and leaves no other file', () => {
    const path = join(folder, 'ada.md');
    writeFileSync(path, 'old');
    chmodSync(path, 0o640);
    replaceFile(path, bytes('new'));
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['new', 0o640]);
    expect(readdirSync(folder)).toEqual(['ada.md']);
  });
});
