import type { NewTopic } from '@agent-home/http-contract';
import { type FactRequest, findMode } from '@agent-home/modes';
import type { JsonObject } from '@agent-home/protocol';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { randomId } from '../../foundation/text/random-id.ts';
import { aboveFreeformPolicy, withFreeformPolicy } from '../../registry/topics/freeform-policy.ts';
import { withModeDefaults } from '../../registry/topics/mode-defaults.ts';
import type { TopicDefinition } from '../../registry/topics/topic-policy.ts';
import { getAudience } from '../../registry/visibility/audience.ts';
import { answerAtOnce } from './answer-at-once.ts';
import { isTimeZone } from './local-day.ts';

/** Returns the initial state of a topic. @throws PlatformError with the path of the invalid field */
export function defineTopic(platform: Platform, request: NewTopic, ownerId: string): TopicDefinition {
  const { visibility, circleId, allowlist } = getAudience(request);
  if (visibility === 'owner-only' && request.owner_id === undefined) {
    throw new PlatformError('invalid_input', 'the visibility owner-only needs owner_id; add it', {
      path: 'owner_id',
    });
  }
  const mode = findMode(request.mode);
  if (!mode)
    throw new PlatformError(
      'unknown_mode',
      `the mode ${request.mode} does not exist; see the list of modes`,
      { path: 'mode' },
    );
  const { config } = platform;
  const given = withModeDefaults(mode.name, request.rules, config);
  const parsed = mode.parseRules(withFreeformPolicy(mode.name, given, config));
  if ('problem' in parsed) throw new PlatformError('invalid_rules', parsed.problem, { path: parsed.path });
  const above = aboveFreeformPolicy(mode.name, parsed.rules, config);
  if (above) throw new PlatformError('invalid_rules', above.problem, { path: above.path });
  const createdAt = platform.now();
  for (const need of mode.startFacts(parsed.rules, createdAt.toISOString()))
    requireAnswerable(need, parsed.rules);
  // Sealed objects are stored in plain text under `messages/`, so no agent may read that folder in a mode that
  // seals.
  if (mode.sealed && request.read_scope === 'all') {
    throw new PlatformError(
      'invalid_rules',
      `${mode.name} seals what is submitted: only judged can be read`,
      {
        path: 'read_scope',
      },
    );
  }
  return {
    topicId: request.topic_id ?? randomId('topic', platform.randomBytes),
    title: request.title,
    visibility,
    circleId,
    allowlist,
    readScope: request.read_scope ?? (mode.sealed ? 'judged' : 'all'),
    ownerId: request.owner_id ?? ownerId,
    mode: mode.name,
    modeVersion: mode.version,
    rules: parsed.rules,
    authorSignature: request.author_signature ?? config.authorSignature,
    createdAt,
    ...(request.opening_question === undefined ? {} : { openingQuestion: request.opening_question }),
    ...(request.tags === undefined ? {} : { tags: request.tags }),
    ...(request.timebox_minutes === undefined
      ? {}
      : { timeboxMinutes: request.timebox_minutes, closesAt: after(createdAt, request.timebox_minutes) }),
  };
}

function after(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000);
}

/** Rejects rules with a time zone or mode that does not exist. The mode cannot check this, because it is a pure machine. */
function requireAnswerable(need: FactRequest, rules: JsonObject): void {
  if (need.fact === 'local_day' && !isTimeZone(need.time_zone))
    throw unanswerable(
      rules,
      need.time_zone,
      `the time zone ${need.time_zone} does not exist; use an IANA name such as Europe/Berlin`,
    );
  if (need.fact !== 'modes_offered') return;
  const offered = answerAtOnce(need)?.modes_offered?.modes ?? [];
  const missing = need.modes.find((mode) => !offered.includes(mode));
  if (missing !== undefined)
    throw unanswerable(
      rules,
      missing,
      `no topic can be opened in the mode ${missing} without rules of its own`,
    );
}

/**
 * Returns an error that names the rule with this value. The rule is found by its value, because modes choose their own rule names.
 */
function unanswerable(rules: JsonObject, value: string, message: string): PlatformError {
  const [name] =
    Object.entries(rules).find(
      ([, rule]) => rule === value || (Array.isArray(rule) && rule.includes(value)),
    ) ?? [];
  return new PlatformError('invalid_rules', message, {
    path: name === undefined ? 'rules' : `rules.${name}`,
  });
}
