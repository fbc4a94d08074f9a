import { insertAfter, insertBefore, remove, replace, within } from '../../source-mutations/changes.ts';
import { inAccess, inCli, inPlatform, mutation, type SeedMutations } from '../seed-mutation.ts';

const heartbeatPermission = "{ class: 'heartbeat', action: 'put', key: heartbeat_key }";
const pattern = '`acs:oss:*:*:${bucket}/${pattern}`';
const widened = (expression: string) =>
  `\`acs:oss:*:*:\${bucket}/\${pattern.replace(${expression}, 'messages/*')}\``;

/** Admission and the limits of credentials. */
export const credentialRows: SeedMutations = {
  '1.4': mutation(
    'A ticket for one message opens all messages of its topic.',
    inAccess('ossDialect.objectStatement', replace(pattern, widened('/messages\\/.*/'))),
  ),
  '5.3': mutation(
    'A registered agent gets the permissions of an admitted one.',
    inAccess('decideGrant', remove("if (facts.agent.standing !== 'admitted') …")),
  ),
  '6.1': mutation(
    'A credential may live longer than an hour.',
    inPlatform(
      'requireDuration',
      replace('seconds < sessionSeconds.least || seconds > most', 'seconds < sessionSeconds.least'),
    ),
  ),
  '6.2': mutation(
    'The audit omits a scope of each credential.',
    inPlatform(
      { symbol: 'toRow', beside: 'AuditEntry' },
      within('{ agent_id: agentId, … }', replace('scopes', 'scopes: scopes.slice(1)')),
    ),
  ),
  '7.1': mutation(
    'An agent may write every heartbeat.',
    inAccess(
      'decideHeartbeat',
      replace(heartbeatPermission, "{ class: 'artifact', action: 'put', prefix: 'agents/heartbeats/' }"),
    ),
  ),
  '7.2': mutation(
    'An agent may write its own card: session policy and role policy both allow it.',
    inAccess(
      'decideHeartbeat',
      insertBefore(
        `return { permissions: [${heartbeatPermission}] };`,
        'const card = `agents/all/${agent.agent_id}.json`;\nconst own = [heartbeat_key, card];',
      ),
      replace(`[${heartbeatPermission}]`, "own.map((key) => ({ class: 'heartbeat', action: 'put', key }))"),
    ),
    inCli('agentRolePolicy', insertAfter("'agents/heartbeats/*'", "'agents/all/*'")),
  ),
  '13.2': mutation(
    'A ticket for one message opens the same message of every agent.',
    inAccess('ossDialect.objectStatement', replace(pattern, widened('/messages\\/[^/]+/'))),
  ),
  '16.1': mutation(
    'Every agent may read the prompts of all agents.',
    inAccess(
      'promptReadPermissions',
      replace("getVersions('prompt_bundle', …)", "[getPrefix('agents/prompts/')]"),
    ),
  ),
};
