import type { Settlement } from '@agent-home/agent-runtime';
import { z } from 'zod';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { succeeded } from '../../outcomes/tool-outcomes.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';
import { pathSchema } from '../tool/schemas.ts';
import { Git } from './git.ts';

/** Trailer of a commit message that identifies its call. */
const trailer = 'Run-Call';

const gitCommitArguments = z.strictObject({
  message: z
    .string()
    .min(1)
    .max(20_000)
    .refine((message) => !message.includes('\0'), 'contains a NUL character')
    .refine(
      (message) => !/^\s*run-call\s*:/im.test(message),
      `has a line ${trailer}, which this tool adds itself: remove the line`,
    )
    .describe('Commit message: a summary line, then a body if needed.'),
  paths: z
    .array(pathSchema)
    .min(1)
    .max(500)
    .optional()
    .describe('Files and folders to commit, including new ones. Default: every change of a tracked file.'),
});

export function gitCommitTool(project: ProjectFolder, environment: Record<string, string>): NativeTool {
  const loadGit = async (signal: AbortSignal) => new Git(await project.place(), environment, signal);
  return nativeTool({
    name: 'git_commit',
    description:
      'Commits changes of the project to its git repository. Hooks are not run, and nothing is pushed.',
    arguments: gitCommitArguments,
    risk: 'medium',
    sideEffects: true,
    idempotent: false,
    timeoutMs: 120_000,
    settle: async (_values, { call, signal }) => settle(await loadGit(signal), call.idempotencyKey),
    act: async ({ message, paths }, { call, signal }) => {
      const git = await loadGit(signal);
      await git.mustBeRepository();
      await git.mustFilterNothing();
      const names =
        paths === undefined ? undefined : await Promise.all(paths.map((path) => getName(project, path)));
      const changed = await changedFiles(git, project, names);
      const fromInput = ['--pathspec-from-file=-', '--pathspec-file-nul'];
      if (changed.length > 0) await git.mustRun(['add', '--all', ...fromInput], changed.join('\0'));
      const only = names === undefined ? [] : ['--', ...names];
      if ((await git.run(['diff', '--cached', '--quiet', '--no-ext-diff', ...only])).exitCode === 0)
        throw new ToolFailure('nothing_to_commit', 'nothing has changed; set paths to add new files');
      const marked = `${message.trimEnd()}\n\n${trailer}: ${call.idempotencyKey}\n`;
      await git.mustRun(['commit', '--quiet', '--no-verify', '--file=-', ...only], marked);
      const commit = await git.mustRun(['rev-parse', 'HEAD']);
      return succeeded([`committed as ${commit}`], { commit });
    },
  });
}

async function getName(project: ProjectFolder, path: string): Promise<string> {
  const parsed = await project.parse(path);
  await project.refuseHidden([parsed.names]);
  return parsed.shown;
}

/**
 * Returns the changed files, and the new ones if paths are given. Nested repositories are excluded, because git would read them
 * with their own settings.
 * @throws ToolFailure `hidden_path` if a new file is hidden from tools
 */
async function changedFiles(
  git: Git,
  project: ProjectFolder,
  names: readonly string[] | undefined,
): Promise<string[]> {
  const below = names === undefined ? [] : ['--', ...names];
  const changed = await git.list(['diff-files', '--name-only', '-z', '--ignore-submodules=all', ...below]);
  if (names === undefined) return changed;
  const listed = await git.list(['ls-files', '--others', '--exclude-standard', '-z', ...below]);
  const added = listed.filter((name) => !name.endsWith('/'));
  await project.refuseHidden(added.map((name) => name.split('/')));
  // Git itself refuses an unknown name, with its own message.
  await git.mustRun(['ls-files', '--error-unmatch', '--cached', '--others', ...below]);
  return [...changed, ...added];
}

/** Settles a commit: a call's commit has its key. Without such a commit, and with an unlocked index, there was none. */
async function settle(git: Git, key: string): Promise<Settlement> {
  await git.mustBeRepository();
  const found = await git.run([
    'log',
    '--all',
    '--fixed-strings',
    `--grep=${trailer}: ${key}`,
    '--format=%H',
    '-n',
    '1',
  ]);
  const commit = found.output.trim();
  if (found.exitCode === 0 && commit !== '')
    return { state: 'done', outcome: succeeded([`committed as ${commit}`], { commit, settled: true }) };
  const isDoubtful = (found.exitCode !== 0 && !(await isUnborn(git))) || (await isLocked(git));
  return { state: isDoubtful ? 'unknown' : 'not_done' };
}

/** Returns true if git's index lock exists: a process is using the index, or died while doing so. */
async function isLocked(git: Git): Promise<boolean> {
  const lock = await git.mustRun(['rev-parse', '--git-path', 'index.lock']);
  return (await git.run(['hash-object', '--no-filters', '--', lock])).exitCode === 0;
}

/** Returns true if there is no commit yet, which git's log reports as an error. */
async function isUnborn(git: Git): Promise<boolean> {
  return (await git.run(['rev-parse', '--verify', '--quiet', 'HEAD'])).exitCode !== 0;
}
