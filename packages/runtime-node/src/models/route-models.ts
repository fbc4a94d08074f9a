import { type ModelPort, nativeRuntime } from '@agent-home/agent-runtime';

/** Model ports of other runtimes by the selector of definitions (ADR 0056). */
export type RuntimeModels = Readonly<Record<string, ModelPort>>;

/**
 * Returns a port that sends each request to the runtime that its agent's definition names. Another runtime is never replaced by the
 * native one (ADR 0026).
 */
export function routeModels(native: ModelPort, others: RuntimeModels): ModelPort {
  return {
    async ask(request, context) {
      const runtime = context.conversation?.runtime ?? nativeRuntime;
      if (runtime === nativeRuntime) return native.ask(request, context);
      const port = Object.hasOwn(others, runtime) ? others[runtime] : undefined;
      if (port) return port.ask(request, context);
      const message = `the runtime ${runtime} has no endpoint on this machine`;
      return { failed: { code: 'runtime_not_configured', message, attempts: [] } };
    },
  };
}
