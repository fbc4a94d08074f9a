import { type ReasonGiver, reasonCodes, reasons } from './reasons.ts';

const givers: Record<ReasonGiver, string> = {
  mode: 'the mode of the topic',
  judge: 'the checks of every topic, before its mode',
  store: 'the platform, for an object that the store does not return as required',
  circle: 'the platform, for join requests to circles and decisions on them',
};

/** `docs/reasons.md`: every code with when it is given and by whom. */
export function reasonsPage(): string {
  const rows = [...reasonCodes].sort().map((code) => {
    const { by, when } = reasons[code];
    return `| \`${code}\` | ${when} | ${by.join(', ')} |`;
  });
  return `# Reasons

Codes in the \`reason\` of a verdict in a ledger, in the \`reason_code\` of a published decision and in feed events of join
requests. Readers accept any string, because a newer home may have more codes. \`agent-home explain AGENT message TOPIC
MESSAGE_ID\` prints the reason for one message.

Written by \`npm run generate -- reasons\` from \`packages/modes/src/reasons/reasons.ts\`.

Given by:

${Object.entries(givers)
  .map(([giver, who]) => `- ${giver}: ${who}`)
  .join('\n')}

| code | cause | by |
| --- | --- | --- |
${rows.join('\n')}
`;
}
