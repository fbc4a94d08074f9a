import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LanggraphSettingsError, readLanggraphSettings } from './langgraph-settings.ts';

const root = mkdtempSync(join(tmpdir(), 'agent-home-langgraph-settings-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Makes a folder with these versions of packages. */
function install(name: string, versions: Record<string, string>): string {
  const folder = join(root, name);
  mkdirSync(folder);
  for (const [package_, text] of Object.entries(versions)) {
    const file = join(folder, 'node_modules', package_, 'package.json');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}

const version = (text: string) => JSON.stringify({ version: text });
const whole = {
  '@langchain/langgraph': version('1.7.3'),
  '@langchain/core': version('1.4.0'),
  zod: version('4.6.7'),
};

function codeOf(environment: NodeJS.ProcessEnv): string | undefined {
  try {
    readLanggraphSettings(environment);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(LanggraphSettingsError);
    return error instanceof LanggraphSettingsError ? error.code : undefined;
  }
}

test('reads the folder of LangGraph from the environment', () => {
  expect(readLanggraphSettings({})).toBeUndefined();
  expect(readLanggraphSettings({ AGENT_HOME_LANGGRAPH_TEMPLATE: './graph.mjs:graph' })).toBeUndefined();
  const folder = install('whole', whole);
  expect(readLanggraphSettings({ AGENT_HOME_LANGGRAPH: folder })).toEqual({ folder });
  const given = { AGENT_HOME_LANGGRAPH: folder, AGENT_HOME_LANGGRAPH_TEMPLATE: './graph.mjs:graph' };
  expect(readLanggraphSettings(given)).toEqual({ folder, template: './graph.mjs:graph' });
});

test('refuses a folder without usable packages', () => {
  const cases = [
    ['none', {}, 'runtime_package_missing'],
    ['no core', { ...whole, '@langchain/core': 'no manifest' }, 'runtime_package_missing'],
    ['older', { ...whole, '@langchain/langgraph': version('0.4.9') }, 'runtime_package_unsupported'],
    ['newer', { ...whole, '@langchain/langgraph': version('10.0.0') }, 'runtime_package_unsupported'],
    ['older zod', { ...whole, zod: version('3.25.0') }, 'runtime_package_unsupported'],
  ] as const;
  for (const [name, versions, code] of cases)
    expect([name, codeOf({ AGENT_HOME_LANGGRAPH: install(name, versions) })]).toEqual([name, code]);
});

test('refuses a path and a template of another form', () => {
  for (const path of ['relative', join(root, 'missing')])
    expect(codeOf({ AGENT_HOME_LANGGRAPH: path })).toBe('runtime_not_configured');
  const folder = install('templates', whole);
  for (const template of ['graph', ':graph', 'graph.mjs:', 'C:\\graph'])
    expect(codeOf({ AGENT_HOME_LANGGRAPH: folder, AGENT_HOME_LANGGRAPH_TEMPLATE: template })).toBe(
      'runtime_not_configured',
    );
});
