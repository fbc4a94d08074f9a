import { setTimeout as delay } from 'node:timers/promises';
import { agentEndpoints, credentialEndpoints } from '@agent-home/http-contract';
import { scriptedProblem } from '../scripted/scripted-home.ts';
import { mustBeDone, mustBeRefused, mustHold, type Scenario } from './scenario.ts';

const isMe = (path: string) => path.startsWith(agentEndpoints.showOwn.path);

/** Scenarios with homes that are unreachable, slow, late or faulty. */
export const troubleScenarios: Scenario[] = [
  {
    id: 'requests/clock',
    async play(stage) {
      const ahead = 600_000;
      let asked = 0;
      stage.home.onApi = ({ path, headers }) => {
        if (!isMe(path)) return undefined;
        asked += 1;
        const created = Number(/;created=(\d+)/.exec(String(headers['signature-input']))?.[1]) * 1000;
        if (Math.abs(created - (Date.now() + ahead)) <= 60_000) return undefined;
        const date = new Date(Date.now() + ahead).toUTCString();
        const body = scriptedProblem(401, 'signature_expired', { path: 'created' });
        return { status: 401, headers: { date }, body };
      };
      const outcome = await stage.connectAnd({ do: 'me' });
      // A client that corrects its clock succeeds; another one reports the reason.
      if ('refused' in outcome) mustBeRefused('me', outcome, 'signature_expired');
      mustHold(asked <= 10, `the home was asked ${asked} times`);
    },
  },
  {
    id: 'turns/late',
    async play(stage) {
      const { home, topic } = stage;
      home.onLine = (key, text) => {
        const input = { type: 'message', agent_id: home.agentId, object_key: key };
        topic.add(input, text, { outcome: 'rejected', reason: 'turn_over' });
        topic.publish();
      };
      const outcome = await stage.connectAnd(stage.saying());
      if ('done' in outcome)
        mustHold(
          outcome.done.outcome === 'rejected',
          `it was rejected, and ${outcome.done.outcome} was told`,
        );
      else mustBeRefused('a late line', outcome, 'turn_over', 'rejected', 'input_rejected');
    },
  },
  {
    id: 'turns/denied',
    async play(stage) {
      const { home } = stage;
      const before = home.made.objects.size;
      home.onApi = ({ path, body }) => {
        if (path !== credentialEndpoints.issue.path || !body.includes('topic_message_write'))
          return undefined;
        const grant = { type: 'topic_message_write', topic_id: stage.topic.topicId };
        const denied = [{ grant, code: 'not_your_turn', message: 'another agent has the turn' }];
        const store = { kind: 's3', endpoint: home.url, region: 'us-east-1', bucket: 'scripted-home' };
        return { body: { store, heads: {}, credentials: [], denied } };
      };
      mustBeRefused('a line out of turn', await stage.connectAnd(stage.saying()), 'not_your_turn');
      mustHold(home.made.objects.size === before, 'something was written');
    },
  },
  {
    id: 'errors/unknown-code',
    async play(stage) {
      const { home } = stage;
      home.onApi = ({ path }) =>
        isMe(path) ? { status: 422, body: scriptedProblem(422, 'of_a_later_time') } : undefined;
      mustBeRefused('me', await stage.connectAnd({ do: 'me' }), 'of_a_later_time');
      home.onApi = undefined;
      mustBeDone('me, afterwards', await stage.client.ask({ do: 'me' }));
    },
  },
  {
    id: 'errors/not-a-problem',
    async play(stage) {
      const { home } = stage;
      const html = { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not here</h1>' };
      home.onApi = ({ path }) => (isMe(path) ? html : undefined);
      mustBeRefused('me', await stage.connectAnd({ do: 'me' }));
      home.onApi = undefined;
      mustBeDone('me, afterwards', await stage.client.ask({ do: 'me' }));
    },
  },
  {
    id: 'errors/retried',
    async play(stage) {
      let away = 1;
      const busy = {
        status: 503,
        headers: { 'retry-after': '0' },
        body: scriptedProblem(503, 'service_unavailable'),
      };
      stage.home.onApi = ({ path }) => (isMe(path) && away-- > 0 ? busy : undefined);
      mustBeDone('me', await stage.connectAnd({ do: 'me' }));
    },
  },
  {
    id: 'errors/endless',
    async play(stage) {
      const endless = { body: `{"standing":"admitted","more":"${'x'.repeat(64 * 1024 * 1024)}"}` };
      stage.home.onApi = ({ path }) => (isMe(path) ? endless : undefined);
      mustBeRefused('64 MB', await stage.connectAnd({ do: 'me' }));
    },
  },
  {
    id: 'store/slow',
    async play(stage) {
      stage.home.onGet = async (_, bytes) => {
        await delay(700);
        return bytes;
      };
      mustBeDone('a card', await stage.connectAnd(stage.card()));
    },
  },
];
