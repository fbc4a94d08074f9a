import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeMarkdown } from '@agent-home/agent-runtime/definition';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findTemplate, templateNames } from './find-template.ts';
import { blank } from './templates/blank.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-home-templates-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const alongside = ['debugging', 'code-review', 'documentation', 'testing', 'security'];

test('each template loads with limited rights and full prompt', () => {
  expect(templateNames(folder)).toEqual(alongside);
  expect(findTemplate(folder, 'test-generator').name).toBe('testing');
  for (const name of alongside) {
    const {
      title,
      description,
      labels,
      version,
      tools,
      systemPrompt = '',
    } = decodeMarkdown(findTemplate(folder, name).text, { expected: { name } });
    expect([title, description, version, Object.keys(labels)]).toEqual([
      expect.stringMatching(/./),
      expect.stringMatching(/.{30}/),
      '0.1.0',
      ['agent-home/color'],
    ]);
    const more = (tools.allow ?? ['everything']).filter(
      (tool) => !/^(read_file|read_many_files|grep|glob|bash)$/.test(tool),
    );
    expect([name, more]).toEqual([name, []]);
    for (const part of ['# Role', '# How you work', '# Constraints', '# Answer'])
      expect(systemPrompt).toContain(part);
  }
  expect(decodeMarkdown(blank).tools.allow).toEqual(['read_file', 'read_many_files', 'grep', 'glob']);
});

test('one’s own template is opened as a stranger’s file', () => {
  mkdirSync(join(folder, 'templates'));
  const own = blank.replace('name: blank', 'name: letters');
  writeFileSync(join(folder, 'templates/letters.md'), own);
  writeFileSync(join(folder, 'templates/debugging.md'), own);
  writeFileSync(join(folder, 'templates/broken.md'), '---\nkind: agent\n---\nx\n');
  writeFileSync(join(folder, 'templates/huge.md'), `${own}${'x'.repeat(300_000)}`);
  symlinkSync(join(folder, 'templates/letters.md'), join(folder, 'templates/link.md'));
  expect(findTemplate(folder, 'letters').text).toBe(own);
  expect(findTemplate(folder, 'debugging').text).toBe(own);
  expect(() => findTemplate(folder, 'broken')).toThrow(
    /the template broken is not valid: .*title is missing/,
  );
  expect(() => findTemplate(folder, 'huge')).toThrow(/too_large/);
  expect(() => findTemplate(folder, 'link')).toThrow(/links are not followed/);
});
