import { defineCommand } from '../../command-line/define-command.ts';

export const explain = defineCommand<
  { json: boolean },
  [string, string, string | undefined, string | undefined]
>({
  name: 'explain',

  summary: 'explain why a grant is given or denied now; issues nothing',
  usage: '<agent> <grant> [id] [message]',
  details: 'With message TOPIC MESSAGE_ID: print the verdict on a message.',
  examples: [
    'agent-home explain robin topic_read round-table',
    'agent-home explain robin message round-table MESSAGE_ID',
  ],
  needsHome: 'database',
  outputs: { json: 'document' },
  misuse: 1,
  run: async (flags, [agentId, grant, id, messageId]) => {
    if (grant !== 'message')
      return (await import('./explain.ts')).explain(process.env, { agentId, grant, id }, flags);
    const asked = { agentId, topicId: id, messageId };
    return (await import('./explain-message.ts')).printExplanation(process.env, asked, flags);
  },
});
