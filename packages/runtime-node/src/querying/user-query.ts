import {
  askUserTool,
  type CallContext,
  type CallTicket,
  type PreparedCall,
  queryMetadata,
  type Settlement,
  type ToolDescription,
  type ToolOutcome,
  type ToolProvider,
} from '@agent-home/agent-runtime';
import { z } from 'zod';
import { nativeTool } from '../native-tools/tool/native-tool.ts';

const questionArguments = z.strictObject({
  question: z.string().regex(/\S/, 'is empty').max(4_000).describe('Question for the user.'),
});

const tool = nativeTool({
  name: askUserTool,
  description:
    'Sends the user a question and ends your turn. The reply is the next message. Use it if you cannot continue without a reply.',
  arguments: questionArguments,
  risk: 'safe',
  sideEffects: false,
  idempotent: true,
  timeoutMs: 5_000,
  act: async () => ({
    status: 'ok',
    content: [{ type: 'text', text: 'the user is queried' }],
    metadata: { ...queryMetadata },
  }),
});

/** The tool `ask_user`, which ends the run with its question, recorded in the log like a final response. */
export class UserQueryTool implements ToolProvider {
  readonly source = 'native';

  async tools(): Promise<ToolDescription[]> {
    return [structuredClone(tool.description)];
  }

  async settle(): Promise<Settlement> {
    return { state: 'not_done' };
  }

  async invoke(ticket: CallTicket, call: PreparedCall, { signal }: CallContext): Promise<ToolOutcome> {
    ticket.open(call);
    return tool.invoke({ call, signal });
  }

  async close(): Promise<void> {}
}
