import { runsFolder } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import { getRunId, run } from './named-run.ts';
import type { VerifyFlags } from './verify.ts';

export const runsVerify = defineCommand<VerifyFlags, [string]>({
  name: 'runs verify',
  usage: '<run>',
  arguments: { run: { summary: `${run.summary}; or a .json file of runs export` } },
  summary: 'verify the hash chain, records, stored values and decisions of a run',
  examples: [
    'agent-home runs verify RUN',
    'agent-home runs verify run.json --message ENTRY.json --root root.json',
  ],
  options: [
    {
      flags: '--message <file>',
      summary: 'ledger entry of a message; verify that it commits to the run',
    },
    { flags: '--root <file>', summary: 'pinned root set of the home, for --message' },
    { flags: '--keys <file>', summary: 'platform/keys.json of the home; default: from the file of the run' },
    runsFolder,
  ],
  outputs: { formats: ['text', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [named]) => {
    const { verifyFile, verifyRun } = await import('./verify.ts');
    if (named.endsWith('.json')) return verifyFile(named, flags);
    return verifyRun(process.env, await getRunId(named, flags), flags);
  },
});
