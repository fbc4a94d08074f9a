import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@agent-home/protocol';
import {
  checkedValue,
  kairoEvent,
  putBack,
  type RunRecord,
  runDag,
  runEvents,
  traceSpans,
  verifyData,
  verifyLog,
} from '@agent-home/run-log';
import { type Replayed, replayLog, type StoredLog } from '@agent-home/runtime';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { auditLog } from './audit-log.ts';

export interface JudgedLog extends Replayed {
  /** Its records with the values in them that lie beside it. */
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

let compiled:
  | { runEvent: ValidateFunction; traceSpan: ValidateFunction; event: ValidateFunction }
  | undefined;

function contracts() {
  if (compiled) return compiled;
  const ajv = formats.default(new Ajv2020({ strict: false }));
  const schemaOf = (name: string) => {
    const file = new URL(`../../../packages/definition/schemas/${name}.schema.json`, import.meta.url);
    return ajv.compile(JSON.parse(readFileSync(fileURLToPath(file), 'utf8')));
  };
  compiled = {
    runEvent: schemaOf('run-event'),
    traceSpan: schemaOf('trace-span'),
    event: ajv.compile(eventSchema),
  };
  return compiled;
}

/**
 * What holds of every log that any test makes: chain and data are sound, it replays byte-equal, it keeps S4-33 to S4-36, and
 * its events fit the contracts of the platform and the bus, and every question and call of it is a node of its graph.
 * @throws Error with the first thing that does not hold
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
  const { runEvent, traceSpan, event } = contracts();
  for (const each of runEvents(whole)) hold(runEvent, each);
  const spans = traceSpans(whole);
  for (const each of spans) hold(traceSpan, each);
  if (new Set(spans.map(({ spanId }) => spanId)).size !== spans.length)
    throw new Error('two spans have one id');
  for (const each of whole) hold(event, kairoEvent(each));
  requireSoundDag(whole);
  return { ...replayed, whole };
}

/** A node for each question and each call, once; edges lead on, so that there is no circle. */
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
