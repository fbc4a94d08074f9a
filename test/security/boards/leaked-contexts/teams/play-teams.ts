import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutation } from '../../../../meta/source-mutations/changes.ts';
import { commandFile } from '../../../../support/terminal.ts';
import { openProject } from '../../../../system/commands/support/agent-project.ts';
import { startCommand } from '../../../../system/commands/support/start-command.ts';
import { writeFiles } from '../../../../system/commands/support/write-files.ts';
import { bundleProgram } from '../../bundle-program.ts';
import { type JudgedTeams, judgeTeams } from './judge-teams.ts';
import { collectFiles, getEnvironment, getScript, getSettings } from './team-cast.ts';
import { ways } from './ways.ts';

export interface PlayedTeams extends JudgedTeams {
  agents: number;
  commands: number;
  requests: number;
  /** Runs that did not end as expected. */
  wrong: string[];
}

const root = fileURLToPath(new URL('../../../../..', import.meta.url));
const server = fileURLToPath(new URL('../keeping-server.mjs', import.meta.url));

/**
 * Runs agents of one project with markers in every source of a context. Each way to start them is used twice, several at once. Then
 * every request to the model is searched for markers of others.
 * @param bug planted in the commands; without one the built ones run
 */
export async function playTeams(
  times: Readonly<Record<string, number>>,
  { bug, rounds = 2 }: { bug?: Mutation; rounds?: number } = {},
): Promise<PlayedTeams> {
  const teams = ways.flatMap((way) =>
    Array.from({ length: times[way.name] ?? 0 }, (_, number) => ({ way, members: way.members(number) })),
  );
  const members = teams.flatMap((team) => team.members);
  const { folder, home, emulator } = await openProject(getScript(members), getSettings(members, server));
  await rm(join(folder, 'agents/ada.md'));
  await writeFiles(folder, collectFiles(members));
  await letOneConversation(home);
  const { file, close } = bug ? await withBug(bug) : { file: commandFile, close: async () => undefined };
  const env = { HOME: home, ...getEnvironment(members) };
  const wrong: string[] = [];
  let commands = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const typed = await Promise.all(
        teams.map((team) => team.way.commands(team.members, { folder, round })),
      );
      const waiting = typed.flat();
      const work = async () => {
        for (let words = waiting.shift(); words; words = waiting.shift()) {
          commands += 1;
          const ended = await startCommand([...words], { cwd: folder, env, file }).ended;
          if (ended.code !== 0)
            wrong.push(`${words.join(' ')}: ${ended.code} ${ended.stderr}${ended.stdout}`);
        }
      };
      await Promise.all([work(), work(), work(), work()]);
    }
    const journal = emulator.journal();
    const judged = judgeTeams(journal, members);
    return { ...judged, agents: members.length, commands, requests: journal.length, wrong };
  } finally {
    await close();
  }
}

/** Enlarges the context window, so that every message fits. All agents share one memory folder. */
async function letOneConversation(home: string): Promise<void> {
  const file = join(home, '.agent-home/settings.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as { models: { small: object } };
  const small = { ...settings.models.small, contextWindow: 64_000 };
  await writeFile(file, JSON.stringify({ ...settings, models: { small } }));
}

async function withBug(bug: Mutation): Promise<{ file: string; close(): Promise<void> }> {
  // Below the root, so that installed libraries are found.
  const cache = join(root, 'node_modules/.cache/agent-home-boards');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'teams-'));
  const file = join(folder, 'dist/main.mjs');
  // A command reads its version from the folder above its own.
  await writeFile(join(folder, 'package.json'), '{ "version": "0.0.0", "type": "module" }');
  const entry = new URL('../../../../../apps/cli/src/main.ts', import.meta.url);
  await bundleProgram({ entry, outfile: file, bug });
  return { file, close: () => rm(folder, { recursive: true, force: true }) };
}
