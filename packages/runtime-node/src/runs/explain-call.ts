import { callQuestion, type RunState, type ToolDescription, transition } from '@agent-home/agent-runtime';
import { opinionsOnCall } from '@agent-home/agent-runtime/policy';
import type {
  CallRequested,
  DecidingRule,
  PolicyDecided,
  RecordData,
  RunRecord,
} from '@agent-home/agent-runtime/run-log';
import { pinRun } from './pin-run.ts';
import { withOwnTools } from './reopen-agent.ts';
import type { RunSetup } from './run-setup.ts';

/** Assumed state of the run at the time of the call. */
export interface FactsOfCall {
  /** Call as a model writes it. */
  name: string;
  /** The text of the arguments, as a model writes it. */
  arguments: string;
  /** RFC 3339 in UTC with milliseconds. */
  time: string;
  tainted: boolean;
  origin: string;
  callsMade: number;
}

export interface ExplainedCall {
  /** Set to `model_not_allowed` if the run would end before the model is called. */
  ended?: string;
  call?: CallRequested;
  /** Absent if the call is rejected before any decision. */
  decision?: PolicyDecided;
  /** Opinion of each layer, in order; deny before confirm before allow. Absent if the limit of calls is reached. */
  layers: DecidingRule[];
  /** Text that the model would read instead of a result. */
  refusal?: { code: string; message: string };
  /** Tools that no run would have, each with its reason. */
  leftOut: { tool: string; reason: string }[];
}

/**
 * Explains the result of a call with the run loop itself: an in-memory run gets a message and a response with that call. It calls
 * no model, runs no tool and writes no file.
 * @throws SetupError, PolicySpecError as a run would
 */
export async function explainCall(
  order: RunSetup,
  tools: readonly ToolDescription[],
  facts: FactsOfCall,
): Promise<ExplainedCall> {
  // A model's repair of a call cannot be predicted, so repairs are left out.
  const { repair: _, ...unrepaired } = orderWithPrompt(order);
  const { signal } = new AbortController();
  const own = await Promise.all(withOwnTools([], order).map((provider) => provider.tools(signal)));
  const { started, leftOut } = pinRun(unrepaired, {
    runId: 'run_explained',
    salt: '0'.repeat(64),
    tools: [...own.flat(), ...tools],
  });
  const { time, tainted, origin } = facts;
  const begun = transition(undefined, { type: 'run.started', time, data: started });
  const message = { message_id: 'run_explained:message', text: '?', origin, tainted, extra: {} };
  const heard = transition(begun.state, { type: 'kairo.user.message', time, data: message });
  const told =
    heard.state.waiting.for === 'recall'
      ? transition(heard.state, { type: 'memory.found', time, data: { round: 1, entries: [] } })
      : heard;
  if (told.state.waiting.for !== 'model') {
    const decision = found(told.records, 'policy.decided');
    const ended = told.state.ended?.code ?? 'ended';
    return { ended, layers: [], leftOut, ...(decision === undefined ? {} : { decision }) };
  }
  const asked: RunState = { ...told.state, callsMade: facts.callsMade };
  const data = answerWith(facts, told.state.waiting.modelCallId, order);
  const { records } = transition(asked, { type: 'model.answered', time, data });
  return { ...formatCallExplanation(asked, records, time), leftOut };
}

/** A definition with a prompt from its home has none of its own, and a missing prompt cannot be encoded. */
function orderWithPrompt(order: RunSetup): RunSetup {
  return { ...order, definition: { ...order.definition, systemPrompt: order.systemPrompt } };
}

function formatCallExplanation(
  state: RunState,
  records: readonly RunRecord[],
  time: string,
): Omit<ExplainedCall, 'leftOut'> {
  const call = found(records, 'call.requested');
  // Takes the first decision, because a following round decides about the model again.
  const decision = found(records, 'policy.decided', ({ action }) => action === 'tool.call');
  const refusal = found(records, 'kairo.tool.result')?.result.error;
  const tool = call === undefined ? undefined : state.toolsByName.get(call.name);
  const isCounted = decision?.code === 'too_many_tool_calls' || decision === undefined;
  const layers =
    call && tool && !isCounted
      ? opinionsOnCall(state.rulebook, callQuestion(state, time, { call, tool })).opinions
      : [];
  return {
    ...(call === undefined ? {} : { call }),
    ...(decision === undefined ? {} : { decision }),
    layers: layers.map(({ rule }) => rule),
    ...(refusal === undefined ? {} : { refusal }),
  };
}

function answerWith(
  { name, arguments: args }: FactsOfCall,
  model_call_id: string,
  { model }: RunSetup,
): RecordData<'model.answered'> {
  return {
    model_call_id,
    content: '',
    thought: '',
    tool_calls: [{ id: 'explained', name, arguments: args }],
    stop_reason: 'tool_use',
    model: model.name,
    provider: model.provider,
    usage: { input_tokens: 0, output_tokens: 0 },
    elapsed_ms: 0,
    attempts: [],
  };
}

/** Records of a transition match the catalogue's type. */
function found<Type extends 'policy.decided' | 'call.requested' | 'kairo.tool.result'>(
  records: readonly RunRecord[],
  type: Type,
  is: (data: RecordData<Type>) => boolean = () => true,
): RecordData<Type> | undefined {
  return records
    .filter((record) => record.type === type)
    .map(({ data }) => data as unknown as RecordData<Type>)
    .find(is);
}
