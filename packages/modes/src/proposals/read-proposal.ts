import { type JsonObject, type JsonValue, visibilities } from '@agent-home/protocol';
import type { ProposalType } from '../mode/facts.ts';
import { getField } from '../shared/fields.ts';
import { type FieldReader, identifier, line, oneOf, text, toList, wholeNumber } from './field-readers.ts';

const weekInMinutes = 10_080;
const monthInHours = 720;

const audienceFields: Record<string, FieldReader> = {
  visibility: oneOf(...visibilities),
  circle_id: identifier,
  allowlist_agent_ids: toList(identifier, 100),
};

const fields: Record<ProposalType, Record<string, FieldReader>> = {
  propose_topic: {
    title: line(200),
    mode: line(60),
    ...audienceFields,
    tags: toList(line(60), 32),
    opening_question: text(2000),
    timebox_minutes: wholeNumber(weekInMinutes),
  },
  propose_task: {
    title: line(200),
    summary: text(4000),
    expected_outputs: toList(line(500), 20),
    ...audienceFields,
    tags: toList(line(60), 32),
    timebox_hours: wholeNumber(monthInHours),
  },
};

const defaults: Record<ProposalType, JsonObject> = {
  propose_topic: { mode: 'freeform', visibility: 'public' },
  propose_task: { visibility: 'public' },
};

/**
 * Returns a proposal in its normal form: trimmed texts, defaults filled in, unknown members left out. Written by hand, because a
 * schema library would take most of the time of judging it.
 */
export function readProposal(
  type: ProposalType,
  payload: unknown,
): { payload: JsonObject } | { problem: string } {
  const read: Record<string, JsonValue> = { ...defaults[type] };
  for (const [name, reader] of Object.entries(fields[type])) {
    const value = getField(payload, name);
    if (value === undefined) continue;
    const normal = reader(value);
    if (normal === undefined) return { problem: `${name} does not fit` };
    read[name] = normal;
  }
  if (read.title === undefined) return { problem: 'title is missing' };
  const problem = audienceProblem(read);
  return problem ? { problem } : { payload: read };
}

/** Returns the fault of an audience. A list with `public` would be a promise without effect. */
function audienceProblem(payload: JsonObject): string | undefined {
  const { visibility, circle_id: circleId, allowlist_agent_ids: allowlist } = payload;
  if ((visibility === 'circle') !== (circleId !== undefined))
    return 'circle_id goes with the visibility circle, and with no other';
  if ((visibility === 'invite') !== (allowlist !== undefined))
    return 'allowlist_agent_ids go with the visibility invite, and with no other';
  return undefined;
}
