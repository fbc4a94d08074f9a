import type { Mutation } from '../../../faults/simulation/mutations/mutation.ts';

const decide = (file: string) => `packages/policy/src/${file}`;

/** What could be wrong with decisions, each a bug that the board has to find. */
export const plantedBugs: readonly Mutation[] = [
  {
    name: 'an-allow-hides-a-deny',
    file: decide('decide/list-opinion.ts'),
    replace: [['  if (denied >= 0)', '  if (denied >= 0 && allow === undefined)']],
    harm: 'a tool in both lists is called',
  },
  {
    name: 'confirm-goes-over-deny',
    file: decide('decide/strongest.ts'),
    replace: [['{ deny: 3, confirm: 2, allow: 1 }', '{ deny: 2, confirm: 3, allow: 1 }']],
    harm: 'whoever is asked can do what is forbidden',
  },
  {
    name: 'a-deny-that-errs-does-not-hold',
    file: decide('decide/policy-opinion.ts'),
    replace: [
      ['      if (!isDeny) return { holds: false, error };', '      return { holds: false, error };'],
    ],
    harm: 'leaving out an argument gets past a deny',
  },
  {
    name: 'an-allow-that-errs-holds',
    file: decide('decide/policy-opinion.ts'),
    replace: [['      if (!isDeny) return { holds: false, error };\n', '']],
    harm: 'leaving out an argument gets a permission',
  },
  {
    name: 'a-list-of-permissions-forbids-nothing',
    file: decide('decide/policy-opinion.ts'),
    replace: [
      [
        '  if (!otherwise || isAllowed) return;',
        '  if (!otherwise || isAllowed || rules.length === 0) return;',
      ],
    ],
    harm: 'what a policy does not allow is allowed',
  },
  {
    name: 'one-policy-allows-for-all',
    file: decide('decide/policy-opinion.ts'),
    replace: [
      [
        '  if (!otherwise || isAllowed) return;',
        "  if (!otherwise || isAllowed || opinions.some(({ rule }) => rule.layer === 'policy' && rule.effect === 'allow')) return;",
      ],
    ],
    harm: 'a second policy widens what the first narrowed',
  },
  {
    name: 'selectors-compare-spellings',
    file: decide('decide/policy-opinion.ts'),
    replace: [['matchesList(names, [selector.tool], tool, effect)', 'matchesName(selector.tool, tool)']],
    harm: 'a deny of `write-file` lets write_file pass',
  },
  {
    name: 'a-deny-reaches-no-server',
    file: decide('decide/policy-opinion.ts'),
    replace: [
      [
        'matchesList(names, [selector.tool], tool, effect)',
        "matchesList(names, [selector.tool], tool, 'allow')",
      ],
    ],
    harm: 'a server offers the denied tool under its own name',
  },
  {
    name: 'approval-is-forgotten',
    file: decide('decide/policy-opinion.ts'),
    replace: [["effect === 'allow' && conditions.approval !== undefined ? 'confirm' : effect", 'effect']],
    harm: 'nobody is asked',
  },
  {
    name: 'data-is-not-asked-about',
    file: decide('decide/decide-call.ts'),
    replace: [["(['tool.call', data] as const)", "(['tool.call'] as const)"]],
    harm: 'a policy for data binds nobody',
  },
  {
    name: 'a-write-is-a-read',
    file: decide('decide/decide-call.ts'),
    replace: [["sideEffects ? 'data.write' : 'data.read'", "'data.read'"]],
    harm: 'who may read may write',
  },
  {
    name: 'one-call-too-many',
    file: decide('decide/decide-call.ts'),
    replace: [['question.callsMade < rulebook', 'question.callsMade <= rulebook']],
    harm: 'the limit is passed by one',
  },
  {
    name: 'others-words-may-write-a-little',
    file: decide('decide/operator-opinion.ts'),
    replace: [["isAtLeast(risk, 'low')", "isAtLeast(risk, 'medium')"]],
    harm: 'a stranger’s words write files',
  },
  {
    name: 'any-home-is-the-home',
    file: decide('decide/operator-opinion.ts'),
    replace: [["tool.startsWith('home.')", "tool.includes('home.')"]],
    harm: 'a server named home is trusted as the home',
  },
  {
    name: 'unlocked-is-approved',
    file: decide('decide/operator-opinion.ts'),
    replace: [["  if (risk === 'critical') return confirm('unlock');\n", '']],
    harm: 'what is forbidden by default is done unasked',
  },
  {
    name: 'a-rulebook-forgets-who-is-tainted',
    file: decide('decide/rulebook.ts'),
    replace: [['remembered(this.#operator, key,', 'remembered(this.#operator, tool,']],
    harm: 'a question before the stranger’s words decides for after them',
  },
  {
    name: 'the-morning-after-is-another-window',
    file: decide('conditions/time-window.ts'),
    replace: [['isDay(day + 6)', 'isDay(day)']],
    harm: 'a night that is forbidden ends at midnight',
  },
  {
    name: 'the-last-moment-is-left-out',
    file: decide('policies/rule-conditions.ts'),
    replace: [['now <= last', 'now < last']],
    harm: 'a deny ends before its end',
  },
  {
    name: 'half-a-condition-is-enough',
    file: decide('conditions/compile-expression.ts'),
    replace: [['    if (failed && second !== deciding) throw failed;\n', '']],
    harm: 'what cannot be judged counts as judged',
  },
  {
    name: 'what-everybody-has-is-an-argument',
    file: decide('conditions/condition-value.ts'),
    replace: [['Object.hasOwn(members, key) ? members[key] : undefined', 'members[key]']],
    harm: '`constructor` passes for a member that somebody gave',
  },
];
