import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Replayed, replayLog, type StoredLog } from '@agent-home/agent-runtime';
import {
  checkedValue,
  kairoEvent,
  putBack,
  type RunRecord,
  runDag,
  runEvents,
  traceEvents,
  traceSpans,
  verifyData,
  verifyLog,
} from '@agent-home/agent-runtime/run-log';
import type { JsonObject } from '@agent-home/protocol';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { auditLog } from '../../../support/run-logs/audit-log.ts';
import { requireSoundView } from './judge-view.ts';

export interface JudgedLog extends Replayed {
  /** Its records, with the values stored next to it filled in. */
  whole: RunRecord[];
}

/** S4-16 and S4-17, to the letter. */
const eventSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'type', 'source', 'time', 'data'],
  properties: {
    id: { type: 'string' },
    type: { type: 'string' },
    source: { type: 'string' },
    time: { type: 'string', format: 'date-time' },
    data: { type: 'object' },
    correlationId: { type: 'string' },
    causationId: { type: 'string' },
  },
};

const error = {
  type: 'object',
  additionalProperties: false,
  required: ['code', 'message'],
  properties: { code: { type: 'string' }, message: { type: 'string' } },
};
const latency = { type: 'integer', minimum: 0 };
const count = { type: 'integer', minimum: 0 };
const tokens = { type: 'object', required: ['input', 'output'], properties: { input: count, output: count } };

/** S3-113, and below `data` the fields of each type. */
function traceEventSchema(
  type: string,
  required: Record<string, object>,
  optional: Record<string, object> = { error },
) {
  const text = { type: 'string', minLength: 1 };
  return {
    type: 'object',
    additionalProperties: false,
    required: ['type', 'timestamp', 'agentName', 'data'],
    properties: {
      type: { const: type },
      timestamp: { type: 'string', format: 'date-time' },
      agentName: text,
      data: {
        type: 'object',
        additionalProperties: false,
        required: Object.keys(required),
        properties: { ...required, ...optional },
      },
    },
  };
}

/** S3-114 to S3-117. */
const string = { type: 'string' };
const traceSchema = {
  oneOf: [
    traceEventSchema('llm', {
      model: string,
      prompt: string,
      response: string,
      tokens,
      latency_ms: latency,
    }),
    traceEventSchema('tool', {
      toolName: string,
      input: { type: 'object' },
      output: string,
      latency_ms: latency,
    }),
    traceEventSchema('handoff', { from: string, to: string, reason: string, payload: { type: 'object' } }),
    traceEventSchema(
      'guardrail',
      { name: string, passed: { type: 'boolean' }, policy: { enum: ['reject', 'repair'] } },
      { errors: { type: 'array', items: string } },
    ),
  ],
};

let compiled: Record<'runEvent' | 'traceSpan' | 'event' | 'traceEvent', ValidateFunction> | undefined;

function contracts() {
  if (compiled) return compiled;
  const ajv = formats.default(new Ajv2020({ strict: false }));
  const schemaOf = (name: string) => {
    const file = new URL(`../../../../packages/agent-runtime/schemas/${name}.schema.json`, import.meta.url);
    return ajv.compile(JSON.parse(readFileSync(fileURLToPath(file), 'utf8')));
  };
  compiled = {
    runEvent: schemaOf('run-event'),
    traceSpan: schemaOf('trace-span'),
    event: ajv.compile(eventSchema),
    traceEvent: ajv.compile(traceSchema),
  };
  return compiled;
}

/**
 * Checks the rules for every log that a test writes. Chain and data are valid, and its replay is equal byte for byte. It satisfies
 * S4-33 to S4-36, and its events match the contracts of the platform and the bus. Every model request and call is a node of its
 * graph.
 * @throws Error with the first violation
 */
export function judgeLog({ lines, value }: Pick<StoredLog, 'lines' | 'value'>): JudgedLog {
  const { records } = verifyLog(lines);
  const whole = records.map((record) => {
    const data = putBack(record.data, checkedValue(value, record.seq)) as JsonObject;
    verifyData({ ...record, data });
    return { ...record, data };
  });
  const replayed = replayLog(lines, value);
  if (replayed.records.length !== lines.length) throw new Error('replay made another number of records');
  auditLog(whole);
  const { runEvent, traceSpan, event, traceEvent } = contracts();
  for (const each of runEvents(whole)) hold(runEvent, each);
  const spans = traceSpans(whole);
  for (const each of spans) hold(traceSpan, each);
  if (new Set(spans.map(({ spanId }) => spanId)).size !== spans.length)
    throw new Error('two spans have one id');
  for (const each of whole) hold(event, kairoEvent(each));
  for (const each of traceEvents(whole)) hold(traceEvent, each);
  requireEachTraced(whole);
  requireSoundDag(whole);
  requireSoundView(whole);
  return { ...replayed, whole };
}

/** Requires one event for each model request and each call of an ended run; for a call that hands over, this is the handoff. */
function requireEachTraced(whole: readonly RunRecord[]): void {
  if (whole.at(-1)?.type !== 'run.ended') return;
  const traced = traceEvents(whole);
  for (const [types, begins] of [
    [['llm'], 'model.requested'],
    [['tool', 'handoff'], 'kairo.tool.invoke'],
  ] as const)
    if (
      traced.filter(({ type }) => (types as readonly string[]).includes(type)).length !==
      whole.filter((each) => each.type === begins).length
    )
      throw new Error(`not every ${begins} is one trace event`);
}

/** Requires exactly one node for each model request and each call. Edges lead forward, so that there is no cycle. */
function requireSoundDag(whole: readonly RunRecord[]): void {
  const { nodes, edges } = runDag(whole);
  const begins = ({ type, data }: RunRecord) =>
    (type === 'model.requested' && data.purpose === undefined) ||
    type === 'call.requested' ||
    (type === 'context.built' && !data.fits);
  const expected = whole.filter(begins).map(({ id }) => id);
  if (nodes.map(({ id }) => id).join() !== expected.join()) throw new Error('the graph has other nodes');
  const places = new Map(nodes.map(({ id }, index) => [id, index]));
  for (const { from, to } of edges)
    if (!((places.get(from) ?? Infinity) < (places.get(to) ?? -1))) throw new Error('an edge leads back');
}

function hold(validate: ValidateFunction, value: unknown): void {
  if (!validate(value))
    throw new Error(`${JSON.stringify(validate.errors)} of ${JSON.stringify(value).slice(0, 500)}`);
}
