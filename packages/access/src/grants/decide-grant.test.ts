import { describe, expect, it } from 'vitest';
import {
  facts,
  later,
  messageKey,
  now,
  readTopic,
  requestKey,
  tickets,
  topic,
  writeMessage,
  writeRequest,
} from '../testing/decide-grant-support.ts';
import { decideGrant } from './decide-grant.ts';

describe('permissions of a grant', () => {
  it('registry_read reads cards, presence and platform, and lists heartbeats without reading them', () => {
    expect(decideGrant({ type: 'registry_read' }, facts)).toEqual({
      permissions: [
        { class: 'read', action: 'get', prefix: 'agents/all/' },
        { class: 'read', action: 'get', prefix: 'agents/presence/' },
        { class: 'read', action: 'get', prefix: 'platform/' },
        { class: 'read', action: 'list', prefix: 'agents/all/' },
        { class: 'read', action: 'list', prefix: 'agents/presence/' },
        { class: 'read', action: 'list', prefix: 'agents/heartbeats/' },
      ],
    });
  });

  it('heartbeat_write opens one key', () => {
    expect(decideGrant({ type: 'heartbeat_write' }, facts)).toEqual({
      permissions: [{ class: 'heartbeat', action: 'put', key: 'agents/heartbeats/a/ada.last' }],
    });
  });

  it('prompt_read opens one’s own prompts', () => {
    expect(decideGrant({ type: 'prompt_read' }, facts)).toEqual({
      permissions: [
        { class: 'read', action: 'get', key: 'agents/prompts/ada/bundle.json' },
        { class: 'read', action: 'get', key: 'agents/prompts/ada/policies.json' },
        { class: 'read', action: 'get', prefix: 'agents/prompts/ada/approvals/' },
      ],
    });
  });

  it('topic_read opens the whole topic where everything may be read', () => {
    expect(decideGrant(readTopic, facts)).toEqual({
      permissions: [
        { class: 'read', action: 'get', prefix: 'topics/t1/' },
        { class: 'read', action: 'list', prefix: 'topics/t1/' },
      ],
    });
  });

  it('topic_read leaves out unjudged messages and requests', () => {
    expect(decideGrant(readTopic, { ...facts, topic: { ...topic, read_scope: 'judged' } })).toEqual({
      permissions: [
        { class: 'read', action: 'get', key: 'topics/t1/manifest.json' },
        { class: 'read', action: 'get', key: 'topics/t1/state.json' },
        { class: 'read', action: 'get', key: 'topics/t1/summary.json' },
        { class: 'read', action: 'get', prefix: 'topics/t1/ledger/' },
        { class: 'read', action: 'get', prefix: 'topics/t1/results/' },
        { class: 'read', action: 'list', prefix: 'topics/t1/ledger/' },
        { class: 'read', action: 'list', prefix: 'topics/t1/results/' },
      ],
    });
  });

  it('a write grant opens exactly the keys of the moment, each with its end', () => {
    expect(decideGrant(writeMessage, { ...facts, writable: tickets(messageKey) })).toEqual({
      permissions: [{ class: 'message', action: 'put', key: messageKey, not_after: later }],
    });
    expect(decideGrant(writeRequest, { ...facts, writable: tickets(requestKey) })).toEqual({
      permissions: [{ class: 'request', action: 'put', key: requestKey, not_after: later }],
    });
  });

  it('a ticket that ends now is not given', () => {
    const writable = { keys: [{ key: messageKey, not_after: now }] };
    expect(decideGrant(writeMessage, { ...facts, writable })).toMatchObject({ denied: 'window_closed' });
  });

  it('a closed topic and one of an unknown mode can still be read', () => {
    const closed = { ...topic, status: 'closed', mode_supported: false } as const;
    expect(decideGrant(readTopic, { ...facts, topic: closed })).toHaveProperty('permissions');
  });
});
