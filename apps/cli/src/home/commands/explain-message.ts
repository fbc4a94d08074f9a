import type { MessageExplanation } from '@agent-home/http-contract';
import { explainMessage } from '@agent-home/platform';
import { connectDatabase } from '@agent-home/platform/database';
import { idSchema } from '@agent-home/protocol';
import { findHome } from '../local/running-home.ts';

type Environment = Record<string, string | undefined>;

/** `agent-home explain AGENT message TOPIC MESSAGE_ID`: prints the verdict on a message and its reason. */
export async function printExplanation(
  environment: Environment,
  asked: { agentId: string; topicId: string | undefined; messageId: string | undefined },
  options: { json: boolean },
): Promise<void> {
  const [topicId, messageId] = [asked.topicId, asked.messageId].map((id) => idSchema.safeParse(id).data);
  if (topicId === undefined || messageId === undefined)
    throw new Error('topic or message id is missing: agent-home explain AGENT message TOPIC MESSAGE_ID');
  const { settings } = await findHome(environment);
  const connection = connectDatabase(settings.databaseUrl, { maxConnections: 2 });
  try {
    const told = await explainMessage(connection, { agentId: asked.agentId, topicId, messageId });
    console.log(options.json ? JSON.stringify(told, null, 2) : inWords(told));
  } finally {
    await connection.close();
  }
}

function inWords(told: MessageExplanation): string {
  const { code, when_given: when, explanation, refusal, judged_at: judgedAt } = told;
  const { field, detail } = refusal ?? {};
  return [
    `${told.agent_id}: message ${told.message_id} in ${told.topic_id}`,
    `${told.outcome.toUpperCase()}  ${told.message}${judgedAt === undefined ? '' : `, at ${judgedAt}`}`,
    ...(code === undefined ? [] : [`${code}: ${when ?? 'unknown to this version'}`]),
    ...(explanation === undefined ? [] : [`explanation of the mode: ${explanation}`]),
    ...(detail === undefined ? [] : [`fault: ${field === undefined ? '' : `${field}: `}${detail}`]),
    '',
    told.sequence === undefined ? 'known facts' : 'decided on',
    ...JSON.stringify(told.facts, null, 2).split('\n'),
    '',
    `key: ${told.object_key}`,
  ].join('\n');
}
