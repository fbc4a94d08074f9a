import type { JsonObject } from '@agent-home/protocol';
import { buildNameTable } from '../../definition/index.ts';
import type { CallQuestion } from '../decide/decide-call.ts';
import { Rulebook, type Rules } from '../decide/rulebook.ts';
import { compilePolicy } from '../policies/compiled-policy.ts';

/** Tools of every kind: native ones, a home's, and a server's of the same name as a native one. */
export const toolNames = [
  'read_file',
  'write_file',
  'delete_file',
  'system_shutdown',
  'home.say',
  'mcp.files.read_file',
  'mcp.git.log',
] as const;

export const names = buildNameTable([
  { name: 'read_file', aliases: ['cat'] },
  ...toolNames.slice(1).map((name) => ({ name })),
]);

export const createPolicy = (rules: JsonObject[], name = 'house', more: JsonObject = {}) =>
  compilePolicy({ name, version: '1.0.0', sha256: 'd'.repeat(64), spec: { rules, ...more } });

export const createRulebook = (rules: Partial<Rules> = {}) =>
  new Rulebook({
    names,
    lists: { deny: [] },
    policies: [],
    operator: { autoApprove: ['safe', 'low', 'medium', 'high'], unlocked: [] },
    maxToolCalls: 20,
    ...rules,
  });

export const getQuestion = (changes: Partial<CallQuestion> = {}): CallQuestion => ({
  agent: 'careful',
  agentId: '',
  tool: 'read_file',
  risk: 'safe',
  provider: 'emulator',
  tainted: false,
  origin: 'user',
  session: {},
  arguments: {},
  sideEffects: false,
  time: '2026-05-01T08:00:00.000Z',
  callsMade: 0,
  ...changes,
});
