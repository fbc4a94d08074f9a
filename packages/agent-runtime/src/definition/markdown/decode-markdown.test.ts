import { describe, expect, it } from 'vitest';
import { decodeMarkdown } from './decode-markdown.ts';

const file = `---
kind: agent
name: debug-analyzer
title: Debug analyzer
color: "#FF5733"
model: small
tools:
  allow: [read_file, grep]
  deny: [bash]
mcp:
  servers: [github]
x-note: kept
---

# Role

You find bugs.
`;

describe('an agent of one Markdown file', () => {
  it('is read with everything that the contract defaults', () => {
    expect(decodeMarkdown(file)).toEqual({
      name: 'debug-analyzer',
      title: 'Debug analyzer',
      description: '',
      version: '0.0.0',
      owner: 'local',
      labels: { 'agent-home/color': '#FF5733' },
      type: 'conversational',
      runtime: { selector: 'native', params: {} },
      model: { name: 'small', params: {} },
      systemPrompt: '# Role\n\nYou find bugs.',
      promptRef: 'prompt://debug-analyzer/v0.0.0',
      tools: { allow: ['read_file', 'grep'], deny: ['bash'] },
      mcpServers: ['github'],
      capabilities: [],
      policiesRef: [],
      limits: { maxTokens: 8000, maxToolCalls: 20, timeoutMs: 600000 },
      unstatedLimits: ['maxTokens', 'maxToolCalls', 'timeoutMs'],
      observability: { trace: true, costTracking: true, eventLevel: 'standard' },
      teamwork: {},
      extensions: { 'x-note': 'kept' },
    });
  });

  it('byte order mark and CRLF change no definition', () => {
    const other = `\ufeff${file.replaceAll('\n', '\r\n')}`;
    expect(decodeMarkdown(other)).toEqual(decodeMarkdown(file));
    expect(decodeMarkdown(new TextEncoder().encode(other))).toEqual(decodeMarkdown(file));
  });

  it('an owner is the settings’ where the file names none', () => {
    expect(decodeMarkdown(file, { owner: 'ada' }).owner).toBe('ada');
  });
});
