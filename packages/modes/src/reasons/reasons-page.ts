import { type ReasonGiver, reasonCodes, reasons } from './reasons.ts';

const givers: Record<ReasonGiver, string> = {
  mode: 'the topic’s mode',
  judge: 'the judging of any topic, before its mode is asked',
  store: 'the platform, of an object that the store does not give as it must be',
  circle: 'the platform, of join requests to circles and decisions about them',
};

/** `docs/reasons.md`: every code with when it is given and by whom. */
export function reasonsPage(): string {
  const rows = [...reasonCodes].sort().map((code) => {
    const { by, when } = reasons[code];
    return `| \`${code}\` | ${when} | ${by.join(', ')} |`;
  });
  return `# Reasons

Why something was not plainly taken, or what became of a proposal: the \`reason\` of a verdict in a topic's ledger, the
\`reason_code\` of a published answer, and what the feed tells of join requests. A reader takes any string: a newer home may
give codes that are not in this list. \`agent-home explain AGENT message TOPIC MESSAGE_ID\` says it of one message.

Written by \`npm run generate -- reasons\` from \`packages/modes/src/reasons/reasons.ts\`.

Given by:

${Object.entries(givers)
  .map(([giver, who]) => `- ${giver}: ${who}`)
  .join('\n')}

| code | when it is given | by |
| --- | --- | --- |
${rows.join('\n')}
`;
}
