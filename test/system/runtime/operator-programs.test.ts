import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callTool, toText } from '../../../packages/runtime-node/src/testing/tool-calls.ts';
import { ProgramsOfSettings } from './support/programs-of-settings.ts';

const signal = new AbortController().signal;
/** Prints its working folder and its environment; as a server it exits at once. */
const telling = '#!/bin/sh\nprintf "OPERATOR %s\\n" "$(pwd)"; env\n';
const planted = '#!/bin/sh\necho PLANTED\n';

describe('programs that the operator configured', () => {
  test('programs of the operator start in the operator’s folder', async () => {
    const home = new ProgramsOfSettings({ SECRET_OF_ANOTHER: 'x' });
    for (const path of ['tool.sh', 'vault.sh', 'bin/tool.sh']) home.write(path, planted);
    home.write('check.mjs', 'export default () => false;');
    home.write('node_modules/mod/index.js', 'module.exports.default = () => "PLANTED";');
    home.write('tool.sh', telling, home.global);
    home.write('vault.sh', '#!/bin/sh\npwd', home.global);
    home.write('check.mjs', `export default (output) => output === process.cwd();`, home.global);
    home.settings(
      {
        tools: { told: { command: ['./tool.sh'] }, away: { module: 'mod' } },
        vault: { key: { command: ['./vault.sh'] } },
        validators: { sure: { module: './check.mjs' } },
      },
      home.global,
    );
    const { tools, vault, validators } = home.open();
    const told = toText(await callTool(tools, 'told', {}));
    expect(told).toContain(`OPERATOR ${home.global}\n`);
    expect(told).not.toContain('SECRET_OF_ANOTHER');
    expect(await vault.value('vault://key')).toBe(home.global);
    const judge = (output: string) =>
      validators.judge({ guardrail: 'sure', output, value: undefined }, { signal });
    expect([await judge(home.global), await judge(home.project)]).toEqual([true, false]);
    // A package of the project is not resolved as a module of the operator, and no other module has its name.
    expect(await callTool(tools, 'away', {})).toMatchObject({ error: { code: 'module_failed' } });
  });

  test('inherited variables lead no operator program into projects', async () => {
    const inherited = {
      npm_config_script_shell: './evil.sh',
      NPM_CONFIG_USERCONFIG: './.npmrc',
      npm_config_registry: 'http://127.0.0.1:9',
      NODE_OPTIONS: '--require ./evil.cjs',
      PYTHONPATH: '.',
      UV_CONFIG_FILE: 'uv.toml',
      PIP_CONFIG_FILE: 'pip.conf',
      BASH_ENV: './evil.sh',
      HOME: '.',
      TMPDIR: '.',
    };
    const home = new ProgramsOfSettings({ ...inherited, PATH: `.::bin:${process.env.PATH}` });
    home.settings({ tools: { told: { command: ['env'] } } }, home.global);
    const { tools } = home.open();
    const lines = toText(await callTool(tools, 'told', {})).split('\n');
    for (const name of Object.keys(inherited).filter((each) => each !== 'HOME'))
      expect([name, lines.filter((line) => line.startsWith(`${name}=`))]).toEqual([name, []]);
    expect(lines).toContain(`HOME=${join(home.global, '..')}`);
    const path = lines.find((line) => line.startsWith('PATH=')) ?? '';
    expect(path.split(/[=:]/).filter((each) => !each.startsWith('/'))).toEqual(['PATH']);
  });

  test('a PATH below the project is left out', async () => {
    const home = new ProgramsOfSettings();
    home.write('node_modules/.bin/env', planted);
    home.settings({ tools: { told: { command: ['env'] } } }, home.global);
    const inside = home.open({ PATH: `${join(home.project, 'node_modules/.bin')}:${process.env.PATH}` });
    expect(toText(await callTool(inside.tools, 'told', {}))).not.toContain('PLANTED');
  });

  test('npx of the operator ignores project packages', async () => {
    const home = new ProgramsOfSettings();
    const pack = (folder: string, word: string) => {
      home.write(
        'node_modules/a-server/package.json',
        '{"name":"a-server","version":"1.2.3","bin":"run.cjs"}',
        folder,
      );
      home.write('node_modules/a-server/run.cjs', `#!/usr/bin/env node\nconsole.log("${word}");`, folder);
      mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
      home.write('node_modules/.bin/a-server', `#!/bin/sh\necho ${word}`, folder);
      home.write('package.json', '{"private":true,"dependencies":{"a-server":"1.2.3"}}', folder);
    };
    pack(home.project, 'PLANTED');
    home.write('.npmrc', 'script-shell=./evil.sh\nregistry=http://127.0.0.1:9\n');
    home.write('evil.sh', planted);
    pack(home.global, 'OPERATOR');
    const command = ['npx', '--offline', '--no', 'a-server@1.2.3'];
    home.settings({ tools: { told: { command } } }, home.global);
    const { tools } = home.open();
    const outcome = await callTool(tools, 'told', {});
    expect(toText(outcome).trim()).toBe('OPERATOR');
  });

  test('an operator’s server gets the project as argument', async () => {
    const home = new ProgramsOfSettings();
    home.write('server.sh', `#!/bin/sh\necho "$(pwd) $1" > told\n`, home.global);
    home.settings(
      { mcpServers: { own: { command: './server.sh', args: ['--root={project}'] } } },
      home.global,
    );
    const { servers, problems } = home.open();
    expect(await servers.tools(signal)).toEqual([]);
    expect(problems.map(({ code }) => code)).toEqual(['server_not_started']);
    expect(home.read('told', home.global).trim()).toBe(`${home.global} --root=${home.project}`);
  });
});
