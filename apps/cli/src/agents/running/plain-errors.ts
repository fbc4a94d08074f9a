import { RuntimeSetupError } from '@agent-home/agent/runtimes';
import { RuntimeError } from '@agent-home/agent-runtime';
import { DefinitionError } from '@agent-home/agent-runtime/definition';
import { PolicySpecError } from '@agent-home/agent-runtime/policy';
import { LogError } from '@agent-home/agent-runtime/run-log';
import { McpConfigError, RunStoreError, SetupError } from '@agent-home/runtime-node';
import { AgentCommandError, RunCommandError } from '../../errors/command-errors.ts';
import { plainStateError } from '../../state/project-state.ts';
import { plainText } from '../../terminal/plain-text.ts';
import { preview } from '../../terminal/untrusted-text.ts';

/** Converts errors of the runtime into messages for users. */
export async function withPlainAgentErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (
      error instanceof SetupError ||
      error instanceof RuntimeSetupError ||
      error instanceof McpConfigError ||
      error instanceof PolicySpecError
    )
      throw new AgentCommandError(error.code, preview(error.message), { cause: error });
    if (error instanceof DefinitionError)
      throw new AgentCommandError(error.code, plainText(error), { cause: error });
    if (error instanceof RunStoreError || error instanceof LogError || error instanceof RuntimeError)
      throw new RunCommandError(error.code, preview(error.message), { cause: error });
    throw plainStateError(error);
  }
}
