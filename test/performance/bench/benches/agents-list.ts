import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildCommands } from '../build-commands.ts';
import type { Bench } from '../measure.ts';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const command = join(repository, 'apps/cli/bin/agent-home.js');
const definitions = 100;
const run = promisify(execFile);

/** Measures the whole command as a user experiences it: start of Node, the command, and reading and checking the files. */
export const agentsList: Bench = {
  name: 'agents_list',
  unit: 'ms',
  floorName: 'node -e 0',
  target: { atMost: 6 },
  pairs: { full: 15, short: 2 },
  async open() {
    await buildCommands();
    const folder = await mkdtemp(join(tmpdir(), 'agent-home-bench-agents-'));
    await mkdir(join(folder, 'agents'));
    const names = Array.from({ length: definitions }, (_, index) => `agent-${index}`);
    const models = { small: { provider: 'openai-compatible', url: 'http://127.0.0.1:9/v1', model: 'small' } };
    await mkdir(join(folder, '.agent-home'));
    await writeFile(join(folder, '.agent-home/settings.json'), JSON.stringify({ models }));
    for (const name of names) await writeFile(join(folder, 'agents', `${name}.md`), toDefinition(name));
    const environment = { ...process.env, HOME: folder };
    const timed = async (words: string[]) => {
      const started = performance.now();
      const { stdout } = await run(process.execPath, words, { cwd: folder, env: environment });
      return { took: performance.now() - started, stdout };
    };
    return {
      async value() {
        const { took, stdout } = await timed([command, 'agents', 'list', '--format', 'json']);
        const { agents } = JSON.parse(stdout) as { agents: { valid: boolean }[] };
        const sound = agents.filter(({ valid }) => valid).length;
        if (sound !== definitions) throw new Error(`${sound} of ${definitions} definitions are listed`);
        return took;
      },
      floor: async () => (await timed(['-e', '0'])).took,
      close: () => rm(folder, { recursive: true, force: true }),
    };
  },
};

function toDefinition(name: string): string {
  return `---
kind: agent
name: ${name}
title: The agent ${name}
description: One of many, to be listed.
model: { provider: openai-compatible, name: small, params: { temperature: 0.2 } }
tools: { allow: [read_file, grep, glob, write_file], deny: [bash] }
limits: { maxTokens: 20000, maxToolCalls: 10, timeoutMs: 60000 }
---
You are ${name}. You read what you are asked about, say what stands there, and no more than that.
`;
}
