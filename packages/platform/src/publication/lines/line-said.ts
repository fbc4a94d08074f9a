/** Message that an input shows to readers. */
interface LineSaid {
  agentId: string;
  text: string;
}

interface Body {
  kind?: string;
  agent_id?: string;
  /** Text of the sealed object in a reveal. */
  text?: string;
  content?: { text?: string };
}

/** Returns the message in the body of an accepted message or reveal, which is known to parse; undefined for a revealed vote. */
export function lineSaid(bodyText: string): LineSaid | undefined {
  const body = JSON.parse(bodyText) as Body;
  if (body.kind === undefined && body.text !== undefined) return lineSaid(body.text);
  const text = body.content?.text;
  if (body.kind !== 'topic_message' || body.agent_id === undefined || text === undefined) return undefined;
  return { agentId: body.agent_id, text };
}
