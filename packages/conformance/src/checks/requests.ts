import { randomBytes } from 'node:crypto';
import {
  agentEndpoints,
  credentialEndpoints,
  pathTo,
  requestTo,
  topicEndpoints,
} from '@agent-home/http-contract';
import { encodeBase64Url, signerOf } from '@agent-home/protocol';
import { components } from '../requests/sign.ts';
import type { ServerRequirementId } from '../requirements/server-requirements.ts';
import { described, isGood } from '../subject/answer.ts';
import { wrongRefusal } from '../subject/check-problem.ts';
import { type CallOptions, KitAgent } from '../subject/kit-agent.ts';
import type { Run } from '../subject/run.ts';

const request = requestTo(agentEndpoints.showOwn);
const seconds = () => Math.floor(Date.now() / 1000);
/** Seconds beyond the tolerance, with enough margin for the permitted difference between two clocks. */
const beyond = 150;
const nonce = () => encodeBase64Url(randomBytes(16));

/** Sends a valid request first, then every kind of request that must be rejected. */
export async function checkRequests(run: Run): Promise<void> {
  const { findings, first, bucket } = run;
  const good = await first.call(request);
  findings.judge('signature/accepted', !isGood(good) && described(good));
  if (isGood(good)) bucket.answered('http.own_standing', good);
  const reversed = { components: [...components].reverse(), parametersReversed: true };
  const other = await first.call(request, undefined, { faults: reversed });
  findings.judge('signature/any-order', !isGood(other) && described(other));

  const unsigned = await run.home.ask(request);
  findings.judge('signature/required', wrongRefusal(unsigned, 'signature_missing'));
  await checkFaults(run);
  await checkClock(run);
  await checkStrangers(run);
  await checkBody(run);
  await checkNonces(run);
}

async function checkFaults({ findings, first }: Run): Promise<void> {
  const faults: [ServerRequirementId, string, CallOptions['faults'] & object][] = [
    ['signature/expires', 'signature_expired', { expires: seconds() - 5 }],
    ['signature/tag', 'signature_invalid', { tag: 'another-purpose' }],
    ['signature/method', 'signature_invalid', { signedAs: { method: 'POST' } }],
    ['signature/target', 'signature_invalid', { signedAs: { target: pathTo(topicEndpoints.listEnterable) } }],
    ['signature/target', 'signature_invalid', { signedAs: { target: `${request.path}?more=1` } }],
    ['signature/authority', 'signature_invalid', { signedAs: { authority: 'other.example' } }],
    ...components.map(
      (left) =>
        [
          'signature/components',
          'signature_invalid',
          { components: components.filter((name) => name !== left) },
        ] as [ServerRequirementId, string, object],
    ),
  ];
  for (const [id, code, fault] of faults)
    findings.judge(id, wrongRefusal(await first.call(request, undefined, { faults: fault }), code));
}

async function checkClock({ findings, first }: Run): Promise<void> {
  for (const [id, created] of [
    ['signature/created-past', seconds() - beyond],
    ['signature/created-future', seconds() + beyond],
  ] as const) {
    const answer = await first.call(request, undefined, { faults: { created } });
    findings.judge(id, wrongRefusal(answer, 'signature_expired'));
    if (isGood(answer)) continue;
    const isTold =
      answer.json?.path === 'created' && !Number.isNaN(Date.parse(answer.headers.get('date') ?? ''));
    findings.judge(
      'signature/clock-told',
      !isTold && `${described(answer)} without path \`created\` or Date`,
    );
  }
}

async function checkStrangers({ findings, home, first, second }: Run): Promise<void> {
  const stranger = new KitAgent(home, 'nobody', signerOf(new Uint8Array(randomBytes(32))));
  const unknown = await stranger.call(request);
  findings.judge('signature/unknown-key', wrongRefusal(unknown, 'unknown_key'));
  const options = { faults: { keyId: second.signer.keyId } };
  const borrowed = await first.call(request, undefined, options);
  findings.judge('signature/wrong-key', wrongRefusal(borrowed, 'signature_invalid'));
}

async function checkBody({ findings, first }: Run): Promise<void> {
  const body = { grants: [{ type: 'registry_read' }] };
  const changed = JSON.stringify({ grants: [{ type: 'heartbeat_write' }] });
  const answer = await first.call(requestTo(credentialEndpoints.issue), body, { sentBody: changed });
  findings.judge('signature/body-digest', wrongRefusal(answer, 'content_digest_mismatch'));
}

async function checkNonces({ findings, home, first }: Run): Promise<void> {
  const headers = first.getHeaders(request, '');
  const once = await home.ask(request, { headers });
  const twice = await home.ask(request, { headers });
  if (isGood(once)) findings.judge('signature/nonce-once', wrongRefusal(twice, 'signature_replayed'));
  else findings.skip('signature/nonce-once', 'the first request was not taken either');

  const kept = nonce();
  const bad = { nonce: kept, signedAs: { method: 'PUT' } };
  await first.call(request, undefined, { faults: bad });
  const then = await first.call(request, undefined, { faults: { nonce: kept } });
  findings.judge('signature/nonce-unspent', !isGood(then) && described(then));
}
