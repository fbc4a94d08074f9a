import { createMetrics, type Explanation, explainGrant, publishedEditions } from '@agent-home/platform';
import { connectDatabase } from '@agent-home/platform/database';
import { grantRequestSchema } from '@agent-home/protocol';
import { createLogger } from '../compose/logger.ts';
import { findHome } from '../local/running-home.ts';

type Environment = Record<string, string | undefined>;

/** `agent-home explain AGENT GRANT [ID]`: prints why an agent may or may not use a grant now. Issues and records nothing. */
export async function explain(
  environment: Environment,
  asked: { agentId: string; grant: string; id: string | undefined },
  options: { json: boolean },
): Promise<void> {
  const grant = grantRequestSchema.safeParse({ type: asked.grant, ...getContainer(asked.grant, asked.id) });
  if (!grant.success)
    throw new Error(
      `${asked.grant} needs the id of a topic, task or circle: agent-home explain AGENT GRANT ID`,
    );
  const { settings } = await findHome(environment);
  const connection = connectDatabase(settings.databaseUrl, { maxConnections: 2 });
  try {
    const platform = {
      database: connection.database,
      config: settings.platform,
      log: createLogger('silent', 'explain'),
      metrics: createMetrics(),
      editions: publishedEditions,
      now: () => new Date(),
      ...nothingIssued,
    };
    const explanation = await explainGrant(platform, asked.agentId, grant.data);
    console.log(options.json ? JSON.stringify(explanation, null, 2) : inWords(explanation));
  } finally {
    await connection.close();
  }
}

/** Throws for anything that would notify a worker, create an id or call the token service. */
const refuse = (): never => {
  throw new Error('explaining issues nothing');
};
const nothingIssued = {
  wake: { topic: refuse, circle: refuse, stream: refuse, check: refuse },
  randomBytes: refuse,
  credentialIssuer: { issue: refuse },
};

function getContainer(grant: string, id: string | undefined): Record<string, string> {
  const kind = /^(topic|task|circle)_/.exec(grant)?.[1];
  return kind === undefined || id === undefined ? {} : { [`${kind}_id`]: id };
}

function inWords(explanation: Explanation): string {
  const { agent_id, grant, at, decision, code, message, facts, permissions, policies } = explanation;
  const id = Object.entries(grant).find(([name]) => name.endsWith('_id'))?.[1];
  return [
    `${agent_id}: ${grant.type}${id === undefined ? '' : ` ${String(id)}`} at ${at}`,
    decision === 'allowed' ? 'ALLOWED' : `DENIED  ${code}: ${message}`,
    '',
    'decided on',
    ...factLines(facts),
    ...(permissions.length === 0 ? [] : ['', 'opens']),
    ...permissions.map(
      ({ action, key, prefix, not_after: end }) =>
        `  ${action} ${key ?? `${prefix}*`}${end === undefined ? '' : `  until ${end}`}`,
    ),
    ...policies.flatMap((policy) => [
      '',
      `session policy (${policy.class})`,
      JSON.stringify(policy.document, null, 2).replace(/^/gm, '  '),
    ]),
    '',
    `what would change it: ${explanation.would_change_it}`,
  ].join('\n');
}

function factLines(facts: Record<string, unknown>, indent = '  '): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return [`${indent}${name}`, ...factLines(value as Record<string, unknown>, `${indent}  `)];
    return [`${indent}${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`];
  });
}
