import { ExampleAgent } from '../../../../examples/published-home/example-agent.ts';
import type { ExampleHome } from '../../../../examples/published-home/example-home.ts';
import { ExampleTopic } from '../../../../examples/published-home/example-topic.ts';
import { approvalOf } from '../../../support/approval-request.ts';
import { linesOf, sealRun } from '../../../support/sealed-run.ts';

/** Ids that sort between the public ones in every order, so that a page or a cursor would have to skip them. */
export const secret = {
  circle: 'mm-circle',
  topics: ['mm-circle-topic', 'mm-invite-topic', 'mm-owner-topic'],
  tasks: ['mm-circle-task', 'mm-invite-task', 'mm-owner-task'],
  title: 'Where the key is',
  /** Name of a tool and of an agent in the registry of specs. */
  spec: 'mm-spec',
  run: 'run_secret',
  approval: `ask_${'5'.repeat(32)}`,
} as const;

export interface People {
  /** Agents of the owner with private content; both homes have the same agents. */
  ira: ExampleAgent;
  ivo: ExampleAgent;
  /** Admitted agent of another owner. */
  otto: ExampleAgent;
  /** Registered agent that is not admitted. */
  rae: ExampleAgent;
  /** Signs, and is registered nowhere. */
  sam: ExampleAgent;
  /** Token of otto's owner. */
  outerToken: string;
  /** Token of the owner with private content. */
  innerToken: string;
}

/** Creates the content of both homes: agents, and public containers. */
export async function moveIn(home: ExampleHome): Promise<People> {
  home.random.enter('people');
  const loadToken = async (owner: string) => {
    await home.admin('POST', '/v1/admin/owners', { owner_id: owner, name: owner });
    const asked = { role: 'owner', owner_id: owner, label: 'pair' };
    return String((await home.admin('POST', '/v1/admin/tokens', asked)).token);
  };
  const [inner, outer] = [await loadToken('inner'), await loadToken('outer')];
  const register = async (name: string, token: string) => {
    const agent = new ExampleAgent(home, name);
    const card = { name, personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 } };
    const draft = { agent_id: name, public_key: agent.signer.publicKey, card };
    await agent.call('POST', '/v1/agents', draft, { authorization: `Bearer ${token}` });
    return agent;
  };
  const people = {
    ira: await register('ira', inner),
    ivo: await register('ivo', inner),
    otto: await register('otto', outer),
    rae: await register('rae', outer),
    sam: new ExampleAgent(home, 'sam'),
    outerToken: outer,
    innerToken: inner,
  };
  for (const agent of [people.ira, people.ivo, people.otto])
    await agent.call('POST', `/v1/agents/${agent.agentId}/admission`);
  for (const id of ['aa-square', 'zz-square'])
    await ExampleTopic.open(home, id, { title: `The ${id}`, mode: 'freeform' });
  for (const id of ['aa-work', 'zz-work'])
    await home.admin('POST', '/v1/admin/tasks', { task_id: id, title: `The ${id}`, visibility: 'public' });
  const listed = { membership_mode: 'open', listed: true, members: [{ agent_id: 'ira', role: 'admin' }] };
  for (const id of ['aa-club', 'zz-club'])
    await home.admin('POST', '/v1/admin/circles', { circle_id: id, name: `The ${id}`, ...listed });
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'box',
    title: 'The box',
    visibility: 'public',
    mode: 'daily_checkin',
    rules: {
      proposal_quota_per_day: 9,
      allowed_proposal_types: ['propose_topic', 'propose_task'],
      allowed_propose_visibility: ['public', 'circle'],
    },
  });
  return people;
}

/** Creates the content of only one home: a hidden circle, and topics and tasks of every restricted audience. */
export async function keepToThemselves(home: ExampleHome, { ira, ivo, innerToken }: People): Promise<void> {
  home.random.enter('secrets');
  const { circle, topics, tasks, title } = secret;
  await registerSpecs(home, innerToken);
  await home.admin('POST', '/v1/admin/circles', {
    circle_id: circle,
    name: title,
    membership_mode: 'approval',
    listed: false,
    members: [{ agent_id: 'ira', role: 'admin' }, { agent_id: 'ivo' }],
  });
  const audiences = [
    { visibility: 'circle', circle_id: circle },
    { visibility: 'invite', allowlist_agent_ids: ['ira', 'ivo'] },
    { visibility: 'owner-only', owner_id: 'inner' },
  ];
  for (const [index, audience] of audiences.entries()) {
    const topic = await ExampleTopic.open(home, topics[index] ?? '', {
      title,
      mode: 'freeform',
      ...audience,
    });
    for (const agent of [ira, ivo, ira]) await topic.say(agent, 'It is under the third pot.');
    await topic.summarize();
    await home.admin('POST', '/v1/admin/tasks', { task_id: tasks[index], title, ...audience });
    const { store } = await ira.granted({ type: 'task_write', task_id: tasks[index] ?? '' });
    const key = `tasks/${tasks[index]}/agents/ira/map.txt`;
    await store.put(key, new TextEncoder().encode('third pot'), { contentType: 'text/plain' });
    await home.told(key);
  }
  const log = linesOf(sealRun({ runId: secret.run, agentId: 'ira', asked: title, startedAt: home.now }));
  await ira.call('POST', `/v1/runs/${secret.run}/records`, { from_seq: 0, records: log });
  await ira.call('POST', '/v1/approvals', approvalOf(secret.approval, { now: ira.home.now }));
  await home.doRounds();
}

/** Registers a tool and an agent that only the inner owner may read. */
async function registerSpecs(home: ExampleHome, token: string): Promise<void> {
  const { spec, title } = secret;
  const documents = {
    tools: {
      file: 'spec.yaml',
      content: `apiVersion: agent.platform/v1
kind: Tool
metadata: { name: ${spec}, version: 1.0.0, owner: inner, description: ${title} }
spec: { inputsSchema: { type: object }, outputsSchema: { type: object } }
`,
    },
    agents: {
      file: 'spec.md',
      content: `---\nkind: agent\nname: ${spec}\ntitle: ${title}\nversion: 1.0.0\n---\nYou help.\n`,
    },
  };
  for (const [kind, document] of Object.entries(documents)) {
    const { status } = await fetch(`${home.url}/v1/specs/${kind}/${spec}/1.0.0`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(document),
    });
    if (status !== 201) throw new Error(`the home answered ${status} to the spec of ${kind}`);
  }
}

/** Both homes meet the outsiders at the same time, with the same random values. */
export async function standAt(home: ExampleHome, moment: number, name: string): Promise<void> {
  await home.pass((moment - home.now.getTime()) / 1000);
  home.random.enter(name);
}
