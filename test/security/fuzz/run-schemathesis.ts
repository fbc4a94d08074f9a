import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const hooks = fileURLToPath(new URL('hooks.py', import.meta.url));

/** No response may be a server error or differ from the OpenAPI document. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

interface Fuzzing {
  /** OpenAPI document of the home itself. */
  documentUrl: string;
  /** Base URL of the requests. */
  url: string;
  headers: Record<string, string>;
  seed: number;
  seconds: number;
  examples: number;
}

/** Returns true if all checks held, with the output. */
export function runSchemathesis(
  command: string,
  { documentUrl, url, headers, seed, seconds, examples }: Fuzzing,
): Promise<{ holds: boolean; output: string }> {
  const given = [
    ...['run', documentUrl, '--url', url, '--checks', checks.join(','), '--phases', 'coverage,fuzzing'],
    ...['--seed', String(seed), '--max-time', String(seconds), '--max-examples', String(examples)],
    ...['--generation-database', 'none', '--generation-allow-x00', 'true', '--request-timeout', '20'],
    // Excludes the streams, which stay open until their reader leaves; they have their own tests.
    ...['--exclude-path', '/v1/public/stream', '--exclude-path', '/v1/runs/{run_id}/stream'],
    ...['--warnings', 'off', '--suppress-health-check', 'all'],
    ...['--continue-on-failure', '--max-failures', '200', '--no-shrink', '--no-color', '--workers', '1'],
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
  ];
  // Runs in a temporary folder, because Schemathesis writes files into its working directory.
  const cwd = mkdtempSync(join(tmpdir(), 'agent-home-fuzzing-'));
  return new Promise((resolve, reject) => {
    const environment = { ...process.env, SCHEMATHESIS_HOOKS: hooks, PYTHONDONTWRITEBYTECODE: '1' };
    const running = spawn(command, given, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [running.stdout, running.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    running.once('error', reject);
    running.once('close', (code) => {
      rmSync(cwd, { recursive: true, force: true });
      resolve({ holds: code === 0, output });
    });
  });
}
