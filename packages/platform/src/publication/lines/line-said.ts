/** What an input said to people. */
interface LineSaid {
  agentId: string;
  text: string;
}

interface Body {
  kind?: string;
  agent_id?: string;
  /** Of a reveal: the text of the object that was sealed. */
  text?: string;
  content?: { text?: string };
}

/** The line in the body of an accepted message or reveal, which is known to parse; undefined for a revealed vote. */
export function lineSaid(bodyText: string): LineSaid | undefined {
  const body = JSON.parse(bodyText) as Body;
  if (body.kind === undefined && body.text !== undefined) return lineSaid(body.text);
  const text = body.content?.text;
  if (body.kind !== 'topic_message' || body.agent_id === undefined || text === undefined) return undefined;
  return { agentId: body.agent_id, text };
}
