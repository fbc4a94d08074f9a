import { isError, type Problem, type ProblemCode } from '@agent-home/agent-runtime/definition';
import type { LoadedDefinitions } from '../loading/load-definitions.ts';
import type { LoadedAgent } from '../loading/loaded-agent.ts';
import { checkAgent } from './check-agent.ts';

/** One check (S3-43) and its problems. */
export interface ValidationCheck {
  name: 'file' | 'fields' | 'model' | 'tools' | 'servers' | 'prompt';
  /** False for the checks of an unreadable file, and for models, tools and servers if the fields are invalid. */
  seen: boolean;
  passed: boolean;
  problems: Problem[];
}

const groups: [ValidationCheck['name'], ReadonlySet<ProblemCode>][] = [
  [
    'file',
    new Set<ProblemCode>([
      ...(['too_large', 'not_utf8', 'yaml_invalid', 'json_invalid', 'duplicate_key', 'alias_bomb'] as const),
      ...([
        'too_deep',
        'forbidden_key',
        'unsafe_number',
        'unsupported_value',
        'front_matter_missing',
        'foreign_agent',
      ] as const),
      ...(['front_matter_not_closed', 'symbolic_link', 'unreadable', 'not_found', 'too_many_files'] as const),
    ]),
  ],
  [
    'model',
    new Set<ProblemCode>([
      ...(['unknown_model', 'model_not_configured', 'provider_not_supported', 'price_missing'] as const),
      'provider_package_refused' as const,
      ...(['secret_not_configured', 'model_param_refused'] as const),
    ]),
  ],
  [
    'tools',
    new Set<ProblemCode>([
      ...(['unknown_tool', 'tools_disagree', 'name_collision', 'tool_not_bound'] as const),
      ...(['auth_not_configured', 'permissions_not_supported'] as const),
    ]),
  ],
  ['servers', new Set<ProblemCode>(['unknown_server'])],
  ['prompt', new Set<ProblemCode>(['empty_body', 'prompt_missing', 'prompt_too_long'])],
];
const order = ['file', 'fields', 'model', 'tools', 'servers', 'prompt'] as const;

/**
 * Returns the checks of one agent in order. A check that could not run because an earlier one failed has not
 * passed, and has no problems.
 */
export function validateAgent(agent: LoadedAgent, loaded: LoadedDefinitions): ValidationCheck[] {
  const problems = checkAgent(agent, loaded);
  const found = new Map<ValidationCheck['name'], Problem[]>(order.map((name) => [name, []]));
  for (const problem of problems) found.get(getGroup(problem.code))?.push(problem);
  const isSound = found.get('file')?.length === 0;
  return order.map((name) => {
    const own = found.get(name) ?? [];
    const seen = name === 'file' || (name === 'fields' ? isSound : agent.draft !== undefined);
    return { name, seen, passed: seen && !own.some(isError), problems: own };
  });
}

function getGroup(code: ProblemCode): ValidationCheck['name'] {
  return groups.find(([, codes]) => codes.has(code))?.[0] ?? 'fields';
}
