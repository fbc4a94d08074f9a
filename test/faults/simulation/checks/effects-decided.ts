import { createHash } from 'node:crypto';
import { canonicalJson } from '@agent-home/protocol';
import type { HouseholdEvidence, RunEvidence } from '../residents/household-evidence.ts';
import type { Finding } from './evidence.ts';
import { groupBy } from './group-by.ts';

const check = 'effects decided';

/** Call that a log says was made. */
interface MadeCall {
  key: string;
  tool: string;
  arguments: Record<string, unknown>;
  /** True if its result says that it was done. */
  isDone: boolean;
}

/**
 * Requires that each effect outside belongs to exactly one call in a log, with its arguments, and happened once; that each call with
 * a result of success has its effect; and that no call happened which the certified policy denies, or with a tool that had changed.
 * The decision on each call is part of the log's own check.
 */
export function effectsDecided({
  runs,
  effects,
  counted,
  bells,
}: Pick<HouseholdEvidence, 'runs' | 'effects' | 'counted' | 'bells'>): Finding[] {
  const made = runs.flatMap(callsIn);
  const calls = new Map(made.map((call) => [call.key, call]));
  const happened = groupBy(effects, ({ key }) => key);
  return [
    ...[...happened].flatMap(([key, same]) => {
      const [{ tool, arguments: args }] = same as [(typeof same)[number]];
      const subject = `${tool} ${canonicalJson(args as never).slice(0, 200)}`;
      const call = calls.get(key);
      const isEqual = call?.tool === tool && sameArguments(call.arguments, args);
      return [
        ...(same.length > 1 ? [{ check, subject, problem: `happened ${same.length} times` }] : []),
        ...(call ? [] : [{ check, subject, problem: 'happened without a call in any log' }]),
        ...(call && !isEqual
          ? [{ check, subject, problem: 'happened otherwise than it was decided', detail: call }]
          : []),
        ...(tool === 'toll' ? [{ check, subject, problem: 'happened against the certified policy' }] : []),
      ];
    }),
    ...made.flatMap(({ key, tool, isDone }) =>
      isDone && tool === 'ring' && !happened.has(key)
        ? [{ check, subject: `${tool} ${key}`, problem: 'is reported as done, and did not happen' }]
        : [],
    ),
    ...compareNotes(
      'mcp.moody.count',
      counted.map(({ note }) => note),
      made,
      ({ note }) => note,
    ),
    // The arguments of the residents fit this schema alone, so each of their runs was decided under it.
    ...counted
      .filter(({ schema }) => schema !== 'note')
      .map(({ note, schema }) => ({
        check,
        subject: `mcp.moody.count ${note}`,
        problem: `happened with a tool that had changed (${schema})`,
      })),
    ...compareNotes('bash', bells, made, ({ command }) => /^echo '(.*)' >> /.exec(String(command))?.[1]),
  ];
}

/** Compares effects without a key: each note may be there as often as calls with it were made. */
function compareNotes(
  tool: string,
  lines: readonly string[],
  made: readonly MadeCall[],
  noteOf: (args: Record<string, unknown>) => unknown,
): Finding[] {
  const calls = groupBy(
    made.filter((call) => call.tool === tool),
    (call) => String(noteOf(call.arguments)),
  );
  const happened = groupBy(lines, (line) => line);
  return [
    ...[...happened].flatMap(([note, same]) => {
      const most = calls.get(note)?.length ?? 0;
      const subject = `${tool} ${note}`;
      return same.length > most
        ? [{ check, subject, problem: `happened ${same.length} times for ${most} calls` }]
        : [];
    }),
    ...[...calls].flatMap(([note, same]) => {
      const least = same.filter(({ isDone }) => isDone).length;
      const times = happened.get(note)?.length ?? 0;
      return times < least
        ? [
            {
              check,
              subject: `${tool} ${note}`,
              problem: `is reported as done ${least} times, and happened ${times} times`,
            },
          ]
        : [];
    }),
  ];
}

/** The secret of the vault takes the place of its handle after the decision. */
function sameArguments(decided: Record<string, unknown>, sent: Record<string, unknown>): boolean {
  const names = Object.keys(decided);
  return (
    names.length === Object.keys(sent).length &&
    names.every((name) => {
      const value = decided[name];
      const isHandle = typeof value === 'string' && value.startsWith('vault://');
      return isHandle ? sent[name] !== value : JSON.stringify(value) === JSON.stringify(sent[name]);
    })
  );
}

/** Calls of a run that were made, each with the key that its service gets. */
export function callsIn({ runId, records }: Pick<RunEvidence, 'runId' | 'records'>): MadeCall[] {
  const results = new Map(
    records.flatMap(({ type, data }) =>
      type === 'kairo.tool.result' ? [[String(data.toolCallId), data.isError === false] as const] : [],
    ),
  );
  return records.flatMap(({ type, data }) => {
    if (type !== 'kairo.tool.invoke') return [];
    const callId = String(data.toolCallId);
    return {
      key: createHash('sha256').update(`${runId}\n${callId}`).digest('hex'),
      tool: String(data.name),
      arguments: (data.args ?? {}) as Record<string, unknown>,
      isDone: results.get(callId) ?? false,
    };
  });
}
