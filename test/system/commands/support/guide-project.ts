import { execFile } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { observedEnvironment } from '../../../support/run-logs/observed-environment.ts';
import { commandFile, type Ended } from '../../../support/terminal.ts';
import { type AgentProject, openProject } from './agent-project.ts';
import { writeFiles } from './write-files.ts';

export interface GuideProject extends AgentProject {
  /** Runs a line of shell as a reader pastes it, without a terminal. */
  shell(line: string): Promise<Ended>;
  /** Adds the settings of an example to the present ones. */
  addSettings(settings: object): Promise<void>;
}

/** Responds to every agent, with text that passes the guardrails of the guide. */
const script = `
rules:
  - when: { user: judge }
    answer: '{"reason": "as you please", "confidence": 0.9}'
  - when: { user: build fails }
    answer: '{"can_auto_fix": true}'
  - answer: Well said.
`;
const agent = (name: string) =>
  ['---', 'kind: agent', `name: ${name}`, `title: The ${name}`, '---', 'You work.', ''].join('\n');

/** Agents that the guides mention without defining them. */
const cast = [
  'code-analyzer',
  'code-fixer',
  'release-workflow',
  'reviewer',
  'security-reviewer',
  'style-reviewer',
  'test-writer',
];

/** Opens a project with everything that the examples of a guide refer to: agents, models, servers, secrets. */
export async function openGuideProject(): Promise<GuideProject> {
  const project = await openProject(script);
  const settings = join(project.home, '.agent-home/settings.json');
  const readSettings = async () => JSON.parse(await readFile(settings, 'utf8'));
  const { models, ...rest } = await readSettings();
  const known = {
    ...rest,
    models: { ...models, large: models.small },
    agents: { model: 'small' },
    mcpServers: { github: { command: 'true' } },
  };
  await writeFiles(project.home, {
    '.agent-home/settings.json': JSON.stringify(known),
    '.secrets/collector': 'a-key-of-a-collector',
    'bin/agent-home': `#!/bin/sh\nexec '${process.execPath}' '${commandFile}' "$@"\n`,
  });
  await chmod(join(project.home, '.secrets/collector'), 0o600);
  await chmod(join(project.home, 'bin/agent-home'), 0o755);
  await writeFiles(
    project.folder,
    Object.fromEntries(cast.map((name) => [`agents/${name}.md`, agent(name)])),
  );
  const env = {
    ...observedEnvironment(),
    HOME: project.home,
    PATH: `${join(project.home, 'bin')}:${process.env.PATH ?? ''}`,
  };
  return {
    ...project,
    shell: (line) =>
      new Promise((resolve) => {
        const child = execFile('sh', ['-c', line], { cwd: project.folder, env }, (error, stdout, stderr) =>
          resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
        );
        child.stdin?.end();
      }),
    addSettings: async (more: { agents?: object }) => {
      const before = await readSettings();
      // Merged, because a reader adds to the existing member.
      const agents = { ...before.agents, ...more.agents };
      await writeFiles(project.home, {
        '.agent-home/settings.json': JSON.stringify({ ...before, ...more, agents }),
      });
    },
  };
}
