import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeAgentSpec } from '../agent-spec/decode-agent-spec.ts';
import { encodeAgentSpec } from '../agent-spec/encode-agent-spec.ts';
import { byFile } from '../contracts/testing/judges.ts';
import type { AgentDefinition } from '../definition/agent-definition.ts';
import { decodeMarkdown } from '../markdown/decode-markdown.ts';
import { encodeMarkdown } from '../markdown/encode-markdown.ts';
import { anyDefinition } from './definitions.ts';

const format = fc.constantFrom('yaml' as const, 'json' as const);

function throughSpec(definition: AgentDefinition, to: 'yaml' | 'json'): AgentDefinition {
  const { text, prompt } = encodeAgentSpec(definition, to);
  const prompts = (ref: string) => (ref === definition.promptRef ? prompt : undefined);
  return decodeAgentSpec(text, { file: `agent.${to}`, prompts });
}

describe('both forms of a definition', () => {
  it('a Markdown definition survives writing and reading', () => {
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        const text = encodeMarkdown(definition);
        const read = decodeMarkdown(text);
        expect(read).toEqual(definition);
        expect(encodeMarkdown(read)).toBe(text);
      }),
      { numRuns: 150 },
    );
  });

  it('an AgentSpec definition survives writing and reading', () => {
    fc.assert(
      fc.property(anyDefinition, format, (definition, to) => {
        const read = throughSpec(definition, to);
        expect(read).toEqual(definition);
        expect(encodeAgentSpec(read, to)).toEqual(encodeAgentSpec(definition, to));
      }),
      { numRuns: 150 },
    );
  });

  it('converts Markdown to AgentSpec and back without loss', () => {
    fc.assert(
      fc.property(anyDefinition, format, (definition, to) => {
        const before = encodeMarkdown(definition);
        expect(encodeMarkdown(throughSpec(decodeMarkdown(before), to))).toBe(before);
        const { text } = encodeAgentSpec(definition, 'json');
        expect(byFile('agent', JSON.parse(text))).toEqual(JSON.parse(text));
      }),
      { numRuns: 150 },
    );
  });
});
