export const topic = { topic_id: 'open', title: 'Open', visibility: 'public', mode: 'freeform' };

/** Credential requests of agents: to read cards, and to write in the topic. */
export const read = { grants: [{ type: 'registry_read' }] };
export const write = { grants: [{ type: 'topic_message_write', topic_id: 'open' }] };
