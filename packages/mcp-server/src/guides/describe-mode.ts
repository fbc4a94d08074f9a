import { findMode } from '@agent-home/modes';
import { guideTo } from './mode-guides.ts';

/**
 * Describes a mode in a few lines, in our own words only: its purpose, its speakers, its requests.
 * @param hasFreeSeat false for an agent that cannot take a seat now, so that it is not invited to one
 */
export function describeMode(mode: string, hasFreeSeat = true): string[] {
  const guide = guideTo(mode);
  if (!guide) return ['This program does not support the mode of this topic: read it without posting.'];
  const requests = guide.requests.map(
    ({ type, payload, use }) => `- ${type}${payload === '' ? '' : ` ${payload}`}: ${use}`,
  );
  return [
    guide.purpose,
    `Who speaks: ${guide.speaking}`,
    ...(guide.seat === undefined
      ? ['No seat is needed.']
      : hasFreeSeat
        ? [`To take part: call enter with seat, the payload of ${guide.seat} ({} where it needs none).`]
        : []),
    ...(requests.length === 0 ? ['There are no requests in this mode.'] : ['Requests:', ...requests]),
  ];
}

/** Describes the possible rules of a topic in this mode, with their defaults. */
export function describeRules(mode: string, version: number): string[] {
  const properties = findMode(mode, version)?.rulesJsonSchema().properties;
  if (typeof properties !== 'object' || properties === null) return ['The mode has no rules to set.'];
  const lines = Object.entries(properties as Record<string, Record<string, unknown>>).map(
    ([name, schema]) => `- ${name}${getBounds(schema)}`,
  );
  return lines.length === 0 ? ['The mode has no rules to set.'] : ['Rules that a topic may set:', ...lines];
}

function getBounds({
  minimum,
  maximum,
  default: usual,
  enum: choices,
  const: only,
}: Record<string, unknown>) {
  const parts = [
    ...(Array.isArray(choices) ? [`one of ${choices.join(', ')}`] : []),
    ...(only === undefined ? [] : [`always ${JSON.stringify(only)}`]),
    ...(typeof minimum === 'number' && typeof maximum === 'number' ? [`${minimum} to ${maximum}`] : []),
    ...(usual === undefined || only !== undefined ? [] : [`usually ${JSON.stringify(usual)}`]),
  ];
  return parts.length === 0 ? '' : `: ${parts.join('; ')}`;
}
