import { InvalidArgumentError } from 'commander';
import { runsFolder } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { TraceFlags } from './trace-export.ts';

function collectorUrl(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new InvalidArgumentError('use an http or https URL, such as http://127.0.0.1:4318/v1/traces');
  return text;
}

export const agentsTraceExport = defineCommand<TraceFlags>({
  name: 'agents trace export',

  summary: 'export the spans of a session',
  examples: [
    'agent-home agents trace export --session SESSION --save',
    'agent-home agents trace export --session SESSION --to http://127.0.0.1:4318/v1/traces',
    'agent-home agents trace export --session SESSION --contents --format otlp',
  ],
  options: [
    { flags: '--session <id>', summary: 'session to export', isRequired: true },
    { flags: '--save', summary: 'write traces/DATE/session-ID.json in the state folder', default: false },
    {
      flags: '--events',
      summary: 'print events instead of spans',
      default: false,
      conflicts: ['save', 'to'],
    },
    {
      flags: '--to <url>',
      summary: 'send to an OTLP/HTTP collector, with OTEL_EXPORTER_OTLP_HEADERS',
      parse: collectorUrl,
    },
    {
      flags: '--contents',
      summary: 'add messages, arguments and results to the spans',
      default: false,
      conflicts: ['save', 'events'],
    },
    runsFolder,
  ],
  outputs: { formats: ['json', 'otlp'] },
  needsHome: false,
  misuse: 2,
  run: async (flags) => (await import('./trace-export.ts')).exportTrace(process.env, flags),
});
