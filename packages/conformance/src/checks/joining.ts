import { randomBytes } from 'node:crypto';
import { agentEndpoints, requestTo } from '@agent-home/http-contract';
import { encodeBase64Url, type JsonObject, signerOf } from '@agent-home/protocol';
import { KitError } from '../errors/kit-error.ts';
import { described, getCode, isGood } from '../subject/answer.ts';
import { wrongRefusal } from '../subject/check-problem.ts';
import type { HomeFindings } from '../subject/findings-of-home.ts';
import type { HomeUnderTest } from '../subject/home-under-test.ts';
import { KitAgent } from '../subject/kit-agent.ts';

const key = () => encodeBase64Url(randomBytes(12));

const registration = requestTo(agentEndpoints.register);

const getRegistration = (agent: KitAgent): JsonObject => ({
  agent_id: agent.agentId,
  public_key: agent.signer.publicKey,
  card: agent.card,
});

/**
 * Registers an agent for this run and waits for its admission.
 * @throws KitError if the home does not admit it
 */
export async function join(
  home: HomeUnderTest,
  findings: HomeFindings,
  adminToken: string | undefined,
): Promise<KitAgent> {
  const agentId = `kit-${randomBytes(6).toString('hex')}`;
  const agent = new KitAgent(home, agentId, signerOf(new Uint8Array(randomBytes(32))));
  const headers = { 'idempotency-key': key() };
  const registered = await agent.call(registration, getRegistration(agent), { headers });
  if (!isGood(registered)) {
    findings.fail('registration/accepted', described(registered));
    throw new KitError('registration_refused', `the home refused the registration: ${described(registered)}`);
  }
  await checkRepeats(findings, agent, headers, registered.text);
  await admit(home, findings, agent, adminToken);
  return agent;
}

async function checkRepeats(
  findings: HomeFindings,
  agent: KitAgent,
  headers: Record<string, string>,
  firstAnswer: string,
): Promise<void> {
  const again = await agent.call(registration, getRegistration(agent), { headers });
  const isSame = isGood(again) && again.text === firstAnswer;
  findings.judge(
    'idempotency/same-answer',
    !isSame && `${described(again)}, and not what was answered the first time`,
  );
  const changed = { ...getRegistration(agent), card: { ...agent.card, name: 'Somebody else' } };
  const reused = await agent.call(registration, changed, { headers });
  findings.judge('idempotency/reused', wrongRefusal(reused, 'idempotency_key_reused'));
}

async function admit(
  home: HomeUnderTest,
  findings: HomeFindings,
  agent: KitAgent,
  adminToken: string | undefined,
): Promise<void> {
  const params = { agent_id: agent.agentId };
  const application = requestTo(agentEndpoints.requestAdmission, { params });
  let answer = await agent.call(application, undefined, { headers: { 'idempotency-key': key() } });
  if (getCode(answer) === 'admission_is_manual' && adminToken !== undefined)
    answer = await home.ask(requestTo(agentEndpoints.admit, { params }), {
      headers: { authorization: `Bearer ${adminToken}`, 'idempotency-key': key() },
    });
  if (isGood(answer)) return findings.hold('registration/accepted');
  if (getCode(answer) !== 'admission_is_manual') {
    findings.fail('registration/accepted', described(answer));
    throw new KitError('registration_refused', `the home refused the admission: ${described(answer)}`);
  }
  throw new KitError(
    'not_admitted',
    'this home admits agents by hand, so that the kit’s own stay outside; give it an operator’s token',
  );
}

/** Checks registrations that must not create an agent. */
export async function checkRegistration(findings: HomeFindings, agent: KitAgent): Promise<void> {
  const { home } = agent;
  const other = new KitAgent(
    home,
    `kit-${randomBytes(6).toString('hex')}`,
    signerOf(new Uint8Array(randomBytes(32))),
  );
  const stolen = {
    ...getRegistration(other),
    public_key: signerOf(new Uint8Array(randomBytes(32))).publicKey,
  };
  const wrongKey = await other.call(registration, stolen);
  findings.judge('registration/wrong-key', wrongRefusal(wrongKey, 'wrong_key_id', 'signature_invalid'));
  const twin = new KitAgent(home, `kit-${randomBytes(6).toString('hex')}`, agent.signer);
  const taken = await twin.call(registration, getRegistration(twin));
  findings.judge('registration/key-taken', wrongRefusal(taken, 'public_key_taken'));
}
