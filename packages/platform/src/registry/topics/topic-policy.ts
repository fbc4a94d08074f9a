import type { TopicTerms } from '@agent-home/modes';
import type { JsonObject, Visibility } from '@agent-home/protocol';
import type { PlatformConfig } from '../../foundation/settings/config.ts';
import { audienceFields } from '../visibility/audience.ts';

/** Definition of a new topic, after the mode has filled in its rules. */
export interface TopicDefinition {
  topicId: string;
  title: string;
  visibility: Visibility;
  /** Circle of the topic if its visibility is `circle`; otherwise null. */
  circleId: string | null;
  allowlist: string[];
  readScope: 'all' | 'judged';
  ownerId: string;
  mode: string;
  modeVersion: number;
  rules: JsonObject;
  authorSignature: 'optional' | 'required';
  createdAt: Date;
  openingQuestion?: string;
  tags?: string[];
  timeboxMinutes?: number;
  /** Time at which the platform closes the topic by itself. */
  closesAt?: Date;
  /** Agent that proposed the topic. */
  proposedBy?: string;
  /** The topic that this one continues, and the end of that topic's ledger. */
  continues?: NonNullable<TopicTerms['continues']>;
}

export function getTerms(topic: TopicDefinition, config: PlatformConfig): TopicTerms {
  return {
    action: 'start',
    topic_id: topic.topicId,
    mode: topic.mode,
    mode_version: topic.modeVersion,
    rules: topic.rules,
    author_signature: topic.authorSignature,
    limits: { message_bytes: config.messageBytes, request_bytes: config.requestBytes },
    ...(topic.continues === undefined ? {} : { continues: topic.continues }),
  };
}

export function manifestBody(topic: TopicDefinition): JsonObject {
  return {
    kind: 'topic_manifest',
    schema_version: 1,
    topic_id: topic.topicId,
    title: topic.title,
    ...audienceFields(topic),
    owner_id: topic.ownerId,
    policy_version: 1,
    mode: topic.mode,
    mode_version: topic.modeVersion,
    rules: topic.rules,
    read_scope: topic.readScope,
    author_signature: topic.authorSignature,
    created_at: topic.createdAt.toISOString(),
    ...(topic.openingQuestion === undefined ? {} : { opening_question: topic.openingQuestion }),
    ...(topic.tags === undefined ? {} : { tags: topic.tags }),
    ...(topic.timeboxMinutes === undefined ? {} : { timebox_minutes: topic.timeboxMinutes }),
    ...(topic.closesAt === undefined ? {} : { closes_at: topic.closesAt.toISOString() }),
    ...(topic.proposedBy === undefined ? {} : { proposed_by: topic.proposedBy }),
    ...(topic.continues === undefined ? {} : { continues: topic.continues }),
  };
}
