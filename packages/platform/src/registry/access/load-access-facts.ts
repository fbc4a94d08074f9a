import type { TopicFacts } from '@agent-home/access';
import { type AnyMode, type AuthorFacts, findMode } from '@agent-home/modes';
import { type JsonObject, objectKey } from '@agent-home/protocol';
import type { AgentRow } from '../agents/find-agent.ts';
import { belongedTo, stillBinding } from '../visibility/former-audiences.ts';
import type { AccessReader, TopicRow } from './access-reader.ts';
import type { Membership } from './find-memberships.ts';

/** Topic from the view of one agent: the facts that decide access, and those from which its mode derives the writable keys. */
export interface TopicForAgent {
  facts: TopicFacts;
  author: AuthorFacts;
  mode: AnyMode | undefined;
  readonly state: JsonObject;
  readonly rules: JsonObject;
  policyVersion: number;
}

/**
 * Loads the topics that exist and whose manifest is in the bucket. A change that widens access takes effect only once it can be
 * read there; one that restricts it takes effect at the commit.
 */
export async function loadTopicsForAgent(
  reader: AccessReader,
  agent: AgentRow,
  topicIds: string[],
): Promise<Map<string, TopicForAgent>> {
  const found = await Promise.all(
    topicIds.map(async (topicId) => {
      const [topic, membership, manifest] = await Promise.all([
        reader.findTopic(topicId),
        reader.findMembership({ topicId, agentId: agent.agentId }),
        reader.findHead(objectKey('topic_manifest', { topic_id: topicId })),
      ]);
      if (!topic || !manifest) return [];
      const described = describe(topic, membership, agent);
      const former = stillBinding(topic.formerAudiences, manifest.version);
      const isIn = await belongedTo(former, agent, described.facts, reader.isCircleMember);
      return isIn ? [[topicId, described] as const] : [];
    }),
  );
  return new Map(found.flat());
}

function describe(
  topic: TopicRow,
  { allowlisted, circleMember, participant, restriction }: Membership,
  agent: AgentRow,
): TopicForAgent {
  const mode = findMode(topic.mode, topic.modeVersion);
  const facts: TopicFacts = {
    topic_id: topic.topicId,
    visibility: topic.visibility,
    read_scope: topic.readScope,
    allowlisted,
    participant: participant?.leftOut === false,
    circle_member: circleMember,
    owner_id: topic.ownerId,
    status: topic.status,
    mode_supported: mode !== undefined,
    paused: topic.isPaused,
    restriction,
  };
  const author: AuthorFacts = {
    agent_id: agent.agentId,
    standing: agent.standing,
    reader: true,
    card_version: agent.cardVersion,
    public_key: agent.publicKey,
    last_message_number: participant?.lastMessageNumber ?? 0,
    last_request_number: participant?.lastRequestNumber ?? 0,
  };
  let [state, rules]: (JsonObject | undefined)[] = [];
  return {
    facts,
    author,
    mode,
    policyVersion: topic.policyVersion,
    // Parsed on demand: reading needs neither, and both can be as long as the topic.
    get state() {
      state ??= JSON.parse(topic.state) as JsonObject;
      return state;
    },
    get rules() {
      rules ??= (JSON.parse(topic.terms) as { rules: JsonObject }).rules;
      return rules;
    },
  };
}
