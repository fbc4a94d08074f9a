import { insertAfter, insertBefore, remove, replace, within } from '../../source-mutations/changes.ts';
import { inAccess, inCli, inPlatform, mutation, type SeedMutations } from '../seed-mutation.ts';

const readPermissions = 'circleReadPermissions(circle.circle_id, isDecider(circle), facts.editions)';
const tickets =
  'ownTickets({ class: ticketClass, agentId: agent.agent_id, container, now, keys: writable.keys })';

/** Circles, their members and their topics. */
export const circleRows: SeedMutations = {
  '11.1': mutation(
    'A member may not read the manifest of its circle.',
    inAccess('circleReadPermissions', remove("...getVersions('circle_manifest', …)")),
  ),
  '11.2': mutation(
    'An agent that is not a member may read a circle.',
    inAccess(
      'decideCircleGrant',
      replace(
        `circle.role === undefined ? notFound() : { permissions: ${readPermissions} }`,
        `{ permissions: ${readPermissions} }`,
      ),
    ),
  ),
  '11.3': mutation(
    'An agent that may read a circle may write its members: session policy and role policy both allow it.',
    inAccess(
      'decideCircleGrant',
      replace(
        readPermissions,
        `[...${readPermissions}, { class: 'artifact', action: 'put', prefix: \`circles/\${circle.circle_id}/members/\` }]`,
      ),
    ),
    inCli('agentRolePolicy', insertAfter("'agents/heartbeats/*'", "'circles/*/members/*'")),
  ),
  '12.1': mutation(
    'An agent that may apply to a circle may read it.',
    inAccess(
      'ticketsFor',
      insertBefore(
        `return ${tickets};`,
        `const tickets = ${tickets};\nif (!('permissions' in tickets)) return tickets;`,
      ),
      replace(
        tickets,
        '{ permissions: [...circleReadPermissions(container, false), ...tickets.permissions] }',
      ),
    ),
  ),
  '12.2': mutation(
    'An approved agent gets no record of its membership.',
    inPlatform('carryOutJoin', replace('!situation.candidate.isMember', 'situation.candidate.isMember')),
  ),
  '13.1': mutation(
    'A topic of a circle does not check membership.',
    inAccess('maySee', within('{ ...standing, … }', insertAfter('...standing', 'circle_member: true'))),
  ),
};
