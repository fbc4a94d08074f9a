const limits = 'raise the limit that the end of the run names, or give the agent smaller tasks';
const policies =
  'on the agent’s machine run agent-home agents doctor; the owner binds the policies again if they are missing';
const graph = 'correct the workflow of the agent’s file; agent-home agents validate names the place';

/** One remedy for each known code of a failed run. */
const remedies: ReadonlyMap<string, string> = new Map([
  [
    'model_unavailable',
    'check that the model’s server runs and can be reached from the agent’s machine, and its quota',
  ],
  ['model_refused', 'check the key, the name and the parameters of the model in the settings'],
  ['model_timeout', 'raise the timeout of the model in the settings, or choose a faster model'],
  ['model_nonsense', 'check that the model’s address serves the protocol that the settings name'],
  [
    'tool_outside_gateway',
    'remove the tools of the other runtime’s own agent; the tools of an agent belong into its file',
  ],
  ['answer_too_large', 'limit the length of the model’s responses in the settings'],
  [
    'provider_package_unusable',
    'install the package that the settings name for the model; the end of the run has the command',
  ],
  ['empty_answer', 'read the latest run; the model returned neither text nor calls'],
  ['too_many_tokens', limits],
  ['too_expensive', limits],
  ['too_many_tool_calls', limits],
  ['too_many_rounds', limits],
  ['timeout', limits],
  ['context_window_exceeded', 'shorten the prompt, or choose a model with a larger context window'],
  ['loop_detected', 'read the calls of the latest run; the model repeats one of them'],
  ['approval_denied', 'read the denied call; allow it by a rule, or remove the tool from the agent’s file'],
  ['approval_unavailable', 'decide on pending approvals in time, or set an approver in the agent’s settings'],
  ['policy_bundle_missing', policies],
  ['policy_bundle_not_verified', policies],
  ['policy_bundle_not_understood', 'install the present version of agent-home on the agent’s machine'],
  ['policy_bundle_stale', policies],
  ['output_invalid', 'compare the output schema of the agent’s file with the latest run'],
  ['unknown_node', graph],
  ['too_many_visits', graph],
  ['map_too_long', graph],
  ['map_needs_list', graph],
  ['graph_state_too_large', graph],
]);

/** Returns the remedy for the code of a failed run. */
export function remedyFor(code: string): string {
  return remedies.get(code) ?? 'read the latest failed run; its end says what is wrong';
}
