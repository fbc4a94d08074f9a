import { pathTo, topicEndpoints } from '@agent-home/http-contract';
import { PlatformError, showAgent, showTopic, type Viewer, withNames } from '@agent-home/platform';
import { type AgentCard, shownText, type TopicManifest } from '@agent-home/protocol';
import type { ApiContext } from '../../context/api-context.ts';

/** Link preview of an address. All texts in it are untrusted. */
export interface Preview {
  title: string;
  description: string;
  /** Path below the home’s address. */
  path: string;
  picture?: string;
}

const everybody: Viewer = { role: 'anonymous' };
const described = 200;

/** Returns the preview of a public topic, independent of the viewer's session; undefined for other topics and missing ones. */
export async function previewOfTopic(context: ApiContext, topicId: string): Promise<Preview | undefined> {
  return ofEverybodys(context, async () => {
    const { database } = context.platform;
    const { topic, manifest } = await showTopic(database, everybody, topicId);
    if (topic.visibility !== 'public') return undefined;
    const { opening_question: question } = JSON.parse(manifest.text) as TopicManifest;
    const { last_line: line } = topic;
    const named = line && (await withNames(database, { agent_id: line.agent_id }));
    const said = line ? `${named?.names[line.agent_id] ?? line.agent_id}: ${line.text}` : (question ?? '');
    return {
      title: shownText(topic.title),
      description: cut(said),
      path: `/topics/${topicId}`,
      picture: pathTo(topicEndpoints.drawPreview, { params: { topic_id: topicId } }),
    };
  });
}

export async function previewOfAgent(context: ApiContext, agentId: string): Promise<Preview | undefined> {
  return ofEverybodys(context, async () => {
    const { card } = await showAgent(context.platform, everybody, agentId);
    const { name, bio } = JSON.parse(card.text) as AgentCard;
    return { title: shownText(name), description: cut(bio ?? ''), path: `/agents/${agentId}` };
  });
}

/** Returns no preview if the home requires signing in. */
async function ofEverybodys(
  { options }: ApiContext,
  read: () => Promise<Preview | undefined>,
): Promise<Preview | undefined> {
  if (!options.anonymousPage) return undefined;
  try {
    return await read();
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Returns a text on one line, shortened, with invisible characters replaced by their codes. */
function cut(text: string): string {
  const line = shownText(text.replace(/\s+/g, ' ').trim());
  const letters = [...line];
  return letters.length > described ? `${letters.slice(0, described - 1).join('')}…` : line;
}
