import type { SealedRecord } from '@agent-home/agent-runtime/run-log';
import { asJson } from '@agent-home/protocol';
import {
  sampleMessage,
  sampleStart,
} from '../../../packages/agent-runtime/src/run-log/testing/sample-log.ts';
import { sealDrafts } from '../../support/sealed-run.ts';

/** Records of one round: a request, a piece of the response, the response and its call. */
const recordsPerRound = 4;

/** Seals a run of the given number of records that is still open: a conversation of many rounds. */
export function sealLongRun(runId: string, agentId: string, records: number): SealedRecord[] {
  const usage = { input_tokens: 120, output_tokens: 30 };
  const rounds = Math.ceil(records / recordsPerRound);
  const drafts = [
    {
      type: 'run.started',
      data: sampleStart({
        run_id: runId,
        agent: agentId,
        identity: {
          agent_id: agentId,
          home: 'http://home.test',
          card_sha256: 'c'.repeat(64),
          key_id: 'key',
        },
      }),
    },
    { type: 'kairo.user.message', data: { ...sampleMessage, text: 'Read every file.' } },
    ...Array.from({ length: rounds }, (_, index) => {
      const [model_call_id, model, provider] = [`model_${index}`, 'small', 'emulator'];
      const name = 'read_file';
      const asked = { model_call_id, round: index + 1, provider, model, max_output_tokens: 100 };
      const answered = {
        ...{ model_call_id, model, provider, usage, thought: '', stop_reason: 'tool_use' },
        content: `Step ${index}: the next file.`,
        tool_calls: [{ id: `c${index}`, name, arguments: '{}' }],
        ...{ elapsed_ms: 5, attempts: [] },
      };
      const call = {
        ...{ tool_call_id: `call_${index}`, requested_name: name, name, name_resolution: 'exact' },
        ...{ arguments: { path: `${index}.txt` }, arguments_summary: '{}', source: 'native' },
      };
      return [
        { type: 'model.requested', data: asked },
        { type: 'model.delta', data: { model_call_id, content: `Step ${index}` } },
        { type: 'model.answered', data: answered },
        { type: 'call.requested', data: call },
      ];
    }).flat(),
  ];
  return sealDrafts(
    { runId, agentId },
    drafts.slice(0, records).map(({ type, data }) => ({ type, data: asJson(data) })),
  );
}
