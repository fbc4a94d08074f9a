import type { CallTicket, PreparedCall, ToolDescription } from '@agent-home/agent-runtime';
import { SayingTools } from '../../../security/boards/doubled-effects/saying-tools.ts';

/** The tool `home.say`, and `home.wait`, which never returns. */
export class WaitingTools extends SayingTools {
  override async tools(): Promise<ToolDescription[]> {
    const said = await super.tools();
    return [
      ...said,
      ...said.map((tool) => ({
        ...tool,
        name: 'home.wait',
        description: 'Waits.',
        parameters: { type: 'object', properties: {} },
        sideEffects: false,
        prepares: false,
        timeoutMs: 200,
      })),
    ];
  }

  override async invoke(ticket: CallTicket, call: PreparedCall) {
    if (call.tool === 'home.wait') await new Promise(() => undefined);
    return super.invoke(ticket, call);
  }
}
