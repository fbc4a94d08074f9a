import { createHash, randomBytes } from 'node:crypto';
import { storeToken } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { signerOf } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { approvalOf, sampleApprovalId } from '../../../support/approval-request.ts';
import { denyShell } from '../../../support/policy-texts.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { linesOf, sealRun } from '../../../support/sealed-run.ts';
import type { TestHome } from '../../../support/start-home.ts';
import { card, keyProof } from '../owners/grants-and-proofs.ts';
import { toolText } from '../specs/spec-documents.ts';

export interface Case {
  at: string;
  body?: object;
  /** Expected action and target; a target that ends with `/` is a prefix. */
  act: [action: string, target: string];
  before?: (home: TestHome) => Promise<unknown>;
}

export const openPublicTopic = (home: TestHome, id: string) =>
  home.admin('POST', '/v1/admin/topics', {
    topic_id: id,
    title: id,
    visibility: 'public',
    mode: 'freeform',
  });

/** Routes that change something for a caller with a token without recording an act, each with the reason. */
export const withoutAct: Record<string, string> = {
  'post /v1/session': 'signs a browser in',
  'post /v1/session/oidc': 'begins to sign a browser in',
  'delete /v1/session': 'signs a browser out',
  'post /a2a/agents/{agent_id}': 'is a request to an agent, which its topic records with its sender',
  'post /v1/agents': 'is signed by the agent; with the token of an owner it is tested below',
};

const newcomer = (home: TestHome, name: string) => RawAgent.stranger(home, name).register();

export const actingRoutes: Record<string, Case> = {
  'post /v1/admin/agents/{agent_id}/admission': {
    before: (home) => newcomer(home, 'nina'),
    at: '/v1/admin/agents/nina/admission',
    act: ['agent.admit', 'agents/nina'],
  },
  'post /v1/admin/admissions': {
    before: (home) => newcomer(home, 'nora'),
    at: '/v1/admin/admissions',
    body: { decision: 'refuse', agent_ids: ['nora'], reason: 'Full this week' },
    act: ['agent.refuse', 'agents/nora'],
  },
  'post /v1/admin/agents/{agent_id}/actions': {
    before: (home) => RawAgent.admitted(home, 'sue'),
    at: '/v1/admin/agents/sue/actions',
    body: { action: 'suspend', reason: 'spam' },
    act: ['agent.suspend', 'agents/sue'],
  },
  'post /v1/admin/agents/{agent_id}/persona': {
    before: async (home) => {
      await RawAgent.stranger(home, 'pia').register({}, { persona: { style: 'short' } });
    },
    at: '/v1/admin/agents/pia/persona',
    body: { decision: 'reject', reason: 'too loud' },
    act: ['agent.persona_reject', 'agents/pia'],
  },
  'post /v1/admin/owners': {
    at: '/v1/admin/owners',
    body: { owner_id: 'omar', name: 'Omar' },
    act: ['owner.create', 'owners/omar'],
  },
  'post /v1/admin/tokens': {
    at: '/v1/admin/tokens',
    body: { role: 'admin', label: 'second' },
    act: ['token.create', 'tokens/'],
  },
  'delete /v1/admin/tokens/{token_id}': {
    before: ({ open }) =>
      storeToken(open.platform.database, randomBytes(32).toString('base64url'), 'token_revoked', {
        role: 'admin',
        label: 'revoked',
      }),
    at: '/v1/admin/tokens/token_revoked',
    act: ['token.revoke', 'tokens/token_revoked'],
  },
  'post /v1/admin/topics': {
    at: '/v1/admin/topics',
    body: { topic_id: 'made', title: 'Made', visibility: 'public', mode: 'freeform' },
    act: ['topic.create', 'topics/made'],
  },
  'post /v1/admin/topics/{topic_id}/actions': {
    before: (home) => openPublicTopic(home, 'acted'),
    at: '/v1/admin/topics/acted/actions',
    body: { action: 'close' },
    act: ['topic.close', 'topics/acted'],
  },
  'post /v1/admin/topics/{topic_id}/summary': {
    before: (home) => openPublicTopic(home, 'summed'),
    at: '/v1/admin/topics/summed/summary',
    act: ['topic.summary', 'topics/summed'],
  },
  'post /v1/topics/{topic_id}/moderation': {
    before: (home) => openPublicTopic(home, 'moderated'),
    at: '/v1/topics/moderated/moderation',
    body: { action: 'continue' },
    act: ['topic.continue', 'topics/moderated'],
  },
  'post /v1/admin/circles': {
    at: '/v1/admin/circles',
    body: { circle_id: 'club', name: 'Club', membership_mode: 'open' },
    act: ['circle.create', 'circles/club'],
  },
  'post /v1/admin/circles/{circle_id}/actions': {
    at: '/v1/admin/circles/club/actions',
    body: { action: 'add_member', agent_id: 'bo', role: 'member' },
    act: ['circle.add_member', 'circles/club'],
  },
  'post /v1/admin/tasks': {
    at: '/v1/admin/tasks',
    body: { task_id: 'job', title: 'Job', visibility: 'public' },
    act: ['task.create', 'tasks/job'],
  },
  'post /v1/admin/tasks/{task_id}/actions': {
    at: '/v1/admin/tasks/job/actions',
    body: { action: 'close' },
    act: ['task.close', 'tasks/job'],
  },
  'post /v1/admin/events/replay': {
    at: '/v1/admin/events/replay',
    body: { all: true },
    act: ['events.replay', 'events'],
  },
  'put /v1/agents/{agent_id}/card': {
    at: '/v1/agents/bo/card',
    body: { ...card(), bio: 'changed' },
    act: ['agent.card', 'agents/bo'],
  },
  'put /v1/agents/{agent_id}/prompt-bundle': {
    at: '/v1/agents/bo/prompt-bundle',
    body: { base_prompt: 'Be kind.' },
    act: ['agent.prompts', 'agents/bo'],
  },
  'put /v1/agents/{agent_id}/policies': {
    at: '/v1/agents/bo/policies',
    body: { policies: [{ text: denyShell }] },
    act: ['agent.policies', 'agents/bo'],
  },
  'put /v1/alerts': {
    at: '/v1/alerts',
    body: { url: 'https://alerts.example/agents', failing: true },
    act: ['alert.rules', 'home'],
  },
  'delete /v1/alerts': { at: '/v1/alerts', act: ['alert.delete', 'home'] },
  'post /v1/alerts/confirmation': {
    before: (home) =>
      home.open.platform.database.insert(tables.alertMailboxes).values({
        scope: '',
        address: 'office@mail.example',
        codeHash: createHash('sha256').update('mailbox  abcd').digest('hex'),
        codeExpiresAt: new Date(Date.now() + 60_000),
      }),
    at: '/v1/alerts/confirmation',
    body: { code: 'AB-CD' },
    act: ['alert.confirm', 'home'],
  },
  'delete /v1/runs/{run_id}': {
    before: async (home) => {
      const agent = await RawAgent.admitted(home, 'runner');
      const records = linesOf(sealRun({ runId: 'run_erased', agentId: 'runner' }));
      await agent.call('POST', '/v1/runs/run_erased/records', { from_seq: 0, records });
    },
    at: '/v1/runs/run_erased',
    act: ['run.erase', 'runs/'],
  },
  'put /v1/agents/{agent_id}/approver-rules': {
    before: (home) => RawAgent.admitted(home, 'ruled'),
    at: '/v1/agents/ruled/approver-rules',
    body: { admins_may_decide: true, two_for_high_risk: false },
    act: ['agent.approval_rules', 'agents/ruled'],
  },
  'post /v1/agents/{agent_id}/approvals/{approval_id}/decision': {
    before: async (home) => {
      const agent = await RawAgent.admitted(home, 'asking');
      await agent.call('POST', '/v1/approvals', approvalOf(sampleApprovalId));
    },
    at: `/v1/agents/asking/approvals/${sampleApprovalId}/decision`,
    body: { decision: 'deny', arguments_sha256: approvalOf(sampleApprovalId).arguments_sha256 },
    act: ['agent.approval', 'agents/asking'],
  },
  'put /v1/admin/policies': {
    at: '/v1/admin/policies',
    body: { policies: [{ text: denyShell }] },
    act: ['home.policies', 'agents'],
  },
  'put /v1/agents/{agent_id}/key': {
    at: '/v1/agents/bo/key',
    body: keyProof('bo', signerOf(randomBytes(32))),
    act: ['agent.key', 'agents/bo'],
  },
  'put /v1/specs/{kind}/{name}/{version}': {
    at: '/v1/specs/tools/acted-tool/1.0.0',
    body: { file: 'acted-tool.yaml', content: toolText('acted-tool', '1.0.0') },
    act: ['spec.register', 'specs/tools/acted-tool/1.0.0'],
  },
  'delete /v1/specs/{kind}/{name}/{version}': {
    at: '/v1/specs/tools/acted-tool/1.0.0',
    act: ['spec.withdraw', 'specs/tools/acted-tool/1.0.0'],
  },
  'post /v1/agents/{agent_id}/withdrawal': {
    before: (home) => RawAgent.admitted(home, 'wim'),
    at: '/v1/agents/wim/withdrawal',
    body: { objects: 'erase' },
    act: ['agent.withdraw', 'agents/wim'],
  },
  'post /v1/admin/invitations': {
    at: '/v1/admin/invitations',
    body: { role: 'auditor' },
    act: ['invitation.create', 'invitations/invitation_'],
  },
  'delete /v1/admin/invitations/{invitation_id}': {
    before: ({ open }) => open.platform.database.insert(tables.invitations).values(invitation),
    at: '/v1/admin/invitations/invitation_revoked',
    act: ['invitation.revoke', 'invitations/invitation_revoked'],
  },
  'post /v1/admin/users/{user_id}/actions': {
    before: ({ open }) => open.platform.database.insert(tables.users).values(user),
    at: '/v1/admin/users/user_una/actions',
    body: { action: 'set_role', role: 'moderator' },
    act: ['user.set_role', 'users/user_una'],
  },
  'delete /v1/admin/sessions/{session_id}': {
    before: (home) => openSession(home, 'first'),
    at: '/v1/admin/sessions/first',
    act: ['session.revoke', 'sessions/first'],
  },
  'delete /v1/sessions/{session_id}': {
    before: async (home) => {
      const { tokenHash } = await tokenOfAdmin(home);
      await openSession(home, 'second', { tokenHash, userId: null });
    },
    at: '/v1/sessions/second',
    act: ['session.revoke', 'sessions/second'],
  },
};

const invitation = {
  invitationHash: 'no hash',
  invitationId: 'invitation_revoked',
  role: 'auditor',
  expiresAt: new Date('2100-01-01'),
} as const;

const user = {
  userId: 'user_una',
  issuer: 'https://provider.example',
  subject: 'una',
  name: 'Una',
  role: 'auditor',
} as const;

async function tokenOfAdmin({ open, secrets }: TestHome): Promise<{ tokenHash: string }> {
  const { tokens } = tables;
  const hash = createHash('sha256').update(secrets.adminToken).digest('hex');
  const [row] = await open.platform.database.select().from(tokens).where(eq(tokens.tokenHash, hash));
  if (!row) throw new Error('the token of the admin is not there');
  return row;
}

function openSession(
  { open }: TestHome,
  sessionId: string,
  holder: { userId: string | null; tokenHash?: string } = { userId: user.userId },
) {
  return open.platform.database
    .insert(tables.sessions)
    .values({ sessionHash: `hash of ${sessionId}`, sessionId, expiresAt: new Date('2100-01-01'), ...holder });
}
