import type {
  ModelAnswer,
  ModelCallContext,
  ModelFailure,
  ModelPort,
  ModelRequest,
} from '@agent-home/agent-runtime';
import { describeThrown, withinTime } from './within-time.ts';

export type Asked = { answered: ModelAnswer } | { failed: ModelFailure };

/**
 * Returns a model's response or a failure for any behaviour of the port. The port keeps its own timeouts; the
 * end of the run aborts it.
 */
export async function askInTime(
  models: ModelPort,
  request: ModelRequest,
  { ending, ...context }: { ending: AbortSignal } & Omit<ModelCallContext, 'signal'>,
): Promise<Asked> {
  return withinTime(
    { ending },
    async (signal) => soundly(await models.ask(request, { signal, ...context })),
    {
      ended: () => ({ failed: noAnswer('cancelled', 'the run ended before the model answered') }),
      threw: (error) => ({ failed: noAnswer('model_unavailable', describeThrown(error)) }),
    },
  );
}

/** A port may be untyped JavaScript, so a value without a response and without a failure is reported as nonsense. */
function soundly(asked: Asked): Asked {
  const { answered, failed } = (asked ?? {}) as { answered?: ModelAnswer; failed?: ModelFailure };
  if (answered) return { answered };
  return { failed: failed ?? nonsense('the model adapter returned neither a response nor an error') };
}

/** Returns the failure for a response that no log can hold. */
export function nonsense(message: string): ModelFailure {
  return noAnswer('model_nonsense', message);
}

function noAnswer(code: string, message: string): ModelFailure {
  return { code, message, attempts: [] };
}
