import { canaries } from './canaries.ts';

export type BoardCall = [tool: string, args: Record<string, string>];

const quoted = JSON.stringify;

/** Calls of the board, one for each run. */
export function boardCalls(secretFile: string, accountFile: string): BoardCall[] {
  return [
    ...['command', 'variable', 'file', 'account'].map((name): [string, Record<string, string>] => [
      'echo',
      { secret: `vault://${name}` },
    ]),
    ['breaking', { secret: 'vault://variable' }],
    ['stranger', { secret: 'vault://file' }],
    [
      'bash',
      {
        command: `cat ${secretFile}; base64 -w 20 ${secretFile}; od -An -tx1 ${secretFile}; cat ${secretFile} >&2; exit 3`,
      },
    ],
    [
      'bash',
      {
        command: `f=${secretFile}; hexdump -C $f; hexdump $f; xxd $f; od $f; od -c $f; base32 $f; gzip -c $f | base64; grep --color=always ry-Fi $f; iconv -t UTF-16LE $f; cut -c -20 $f; cat ${accountFile} | tr ',' '\\n'`,
      },
    ],
    ['bash', { command: `mkdir "dir $(cat ${secretFile})"; ls; rmdir dir*` }],
    ['mcp_echoing_say', { about: 'it' }],
    ['mcp_echoing_structure', {}],
    ['mcp_echoing_fail', {}],
    ...['say', 'structure', 'fail', 'refuse'].map((tool): [string, Record<string, string>] => [
      `mcp_remote_${tool}`,
      {},
    ]),
    [
      'bash',
      {
        // Exceeds the size limit of a result, so that secrets lie across every cut.
        command: `S=$(cat ${secretFile}) awk 'BEGIN { for (i = 0; i < 12000; i++) printf "%s%s", ENVIRON["S"], substr(".......................", 1, i % 23) }'`,
      },
    ],
    ['ask-service', { path: 'fine' }],
    ['ask-service', { path: 'fail' }],
    ['run-program', { text: 'vault://command' }],
  ];
}

/** Returns the model's script: it makes each call, continues in the longest result, and repeats every secret. */
export function boardScript(calls: readonly BoardCall[]): string {
  const rules = calls.map(
    ([tool, args], count) =>
      `  - when: { user: 'call ${count};', count: 0 }\n    answer: { thought: ${quoted(`It is ${canaries.file}.`)}, text: ${quoted(`I know ${canaries.variable}.`)}, chunk: 5, calls: [{ tool: ${quoted(tool)}, arguments: ${quoted(args)} }] }`,
  );
  const reads = [20_000, 20_011, 40_017].map(
    (offset, at) =>
      `  - when: { user: 'call ${calls.findIndex(([, { command }]) => command?.startsWith('S='))};', count: ${at + 1} }\n    answer: { calls: [{ tool: read_result, arguments: { call_id: call_1_0, offset: ${offset}, limit: 5000 } }] }`,
  );
  rules.push(...reads);
  const last = `  - answer: { text: ${quoted(`Done with ${Object.values(canaries).join(' and ')}.`)}, chunk: 7 }`;
  return `rules:\n${rules.join('\n')}\n${last}\n`;
}
