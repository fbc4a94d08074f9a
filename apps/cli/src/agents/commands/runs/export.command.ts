import { homeUrl, runsFolder, wholeNumber } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { ExportFlags } from './export.ts';
import { getRunId, run } from './named-run.ts';

export const runsExport = defineCommand<ExportFlags, [string]>({
  name: 'runs export',
  usage: '<run>',
  arguments: { run },
  summary: 'write the log of a run to a file for a reader, whole or up to a record',
  examples: [
    'agent-home runs export RUN --output run.json',
    'agent-home runs export RUN --until 40 --home http://127.0.0.1:4600 --output run.json',
  ],
  options: [
    { flags: '--output <file>', summary: 'new file; default: standard output' },
    { flags: '--until <record>', summary: 'last record; default: all', parse: wholeNumber(0, 9_999_999) },
    { ...homeUrl, summary: 'add the keys of this home, by which a message of the run is verified' },
    runsFolder,
  ],
  needsHome: false,
  misuse: 2,
  run: async (flags, [named]) =>
    (await import('./export.ts')).exportRun(process.env, await getRunId(named, flags), flags),
});
