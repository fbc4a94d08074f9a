import { changesIn, type Mutation, remove, replace, within } from '../../../meta/source-mutations/changes.ts';

const inPolicy = changesIn('packages/agent-runtime');
const inDefinition = changesIn('packages/agent-runtime');

/** Possible bugs in decisions, each of which the board has to find. */
export const plantedBugs: readonly Mutation[] = [
  {
    name: 'bound-policies-follow-the-name-in-a-file',
    changes: [inPolicy('Rulebook.#addBound', replace('{ ...question, agent: agentId }', 'question'))],
    harm: 'a file with another name is bound by nothing',
  },
  {
    name: 'bound-conditions-see-the-name-in-a-file',
    changes: [
      inPolicy(
        'Rulebook.#addBound',
        replace('{ ...facts(), agent: { name: agentId, id: agentId } }', 'facts()'),
      ),
    ],
    harm: 'a condition on the identity judges a name that its owner chose',
  },
  {
    name: 'a-stale-bundle-allows',
    changes: [inPolicy('Rulebook.#addBound', replace("isStale && question.action !== 'model.use'", 'false'))],
    harm: 'a home that is cut off keeps old permissions alive',
  },
  {
    name: 'bound-policies-share-the-cache-of-a-file',
    changes: [inPolicy('Rulebook.#addBound', replace("'bound '", "''"))],
    harm: 'a local policy is judged in place of the certified one',
  },
  {
    name: 'an-allow-hides-a-deny',
    changes: [inPolicy('listOpinion', replace('denied >= 0', 'denied >= 0 && allow === undefined'))],
    harm: 'a tool in both lists is called',
  },
  {
    name: 'confirm-goes-over-deny',
    changes: [
      inPolicy('strength', replace('{ deny: 3, confirm: 2, allow: 1 }', '{ deny: 2, confirm: 3, allow: 1 }')),
    ],
    harm: 'whoever is asked can do what is forbidden',
  },
  {
    name: 'a-deny-that-errs-does-not-hold',
    changes: [
      inPolicy(
        'judge',
        replace('if (!isDeny) return { holds: false, error };', 'return { holds: false, error };'),
      ),
    ],
    harm: 'leaving out an argument gets past a deny',
  },
  {
    name: 'an-allow-that-errs-holds',
    changes: [inPolicy('judge', remove('if (!isDeny) return { holds: false, error };'))],
    harm: 'leaving out an argument gets a permission',
  },
  {
    name: 'a-list-of-permissions-forbids-nothing',
    changes: [
      inPolicy(
        'addOpinions',
        replace('!otherwise || isAllowed', '!otherwise || isAllowed || rules.length === 0'),
      ),
    ],
    harm: 'what a policy does not allow is allowed',
  },
  {
    name: 'one-policy-allows-for-all',
    changes: [
      inPolicy(
        'addOpinions',
        replace(
          '!otherwise || isAllowed',
          "!otherwise || isAllowed || opinions.some(({ rule }) => rule.layer === 'policy' && rule.effect === 'allow')",
        ),
      ),
    ],
    harm: 'a second policy widens what the first narrowed',
  },
  {
    name: 'selectors-compare-spellings',
    changes: [
      inPolicy(
        'selects',
        replace('matchesList(names, [selector.tool], tool, effect)', 'matchesName(selector.tool, tool)'),
      ),
    ],
    harm: 'a deny of `write-file` lets write_file pass',
  },
  {
    name: 'a-deny-reaches-no-server',
    changes: [inPolicy('selects', within('matchesList(…)', replace('effect', "'allow'")))],
    harm: 'a server offers the denied tool under its own name',
  },
  {
    name: 'approval-is-forgotten',
    changes: [
      inPolicy(
        'getEffect',
        replace("effect === 'allow' && conditions.approval !== undefined ? 'confirm' : effect", 'effect'),
      ),
    ],
    harm: 'nobody is asked',
  },
  {
    name: 'data-is-not-asked-about',
    changes: [inPolicy('opinionsOnCall', replace("['tool.call', data]", "['tool.call']"))],
    harm: 'a policy for data binds nobody',
  },
  {
    name: 'a-write-is-a-read',
    changes: [inPolicy('dataAction', replace("sideEffects ? 'data.write' : 'data.read'", "'data.read'"))],
    harm: 'who may read may write',
  },
  {
    name: 'one-call-too-many',
    changes: [
      inPolicy(
        'decideCall',
        replace(
          'question.callsMade < rulebook.rules.maxToolCalls',
          'question.callsMade <= rulebook.rules.maxToolCalls',
        ),
      ),
    ],
    harm: 'the limit is passed by one',
  },
  {
    name: 'others-words-may-write-a-little',
    changes: [inPolicy('operatorOpinion', replace("isAtLeast(risk, 'low')", "isAtLeast(risk, 'medium')"))],
    harm: 'a stranger’s words write files',
  },
  {
    name: 'any-home-is-the-home',
    changes: [inPolicy('operatorOpinion', replace("tool.startsWith('home.')", "tool.includes('home.')"))],
    harm: 'a server named home is trusted as the home',
  },
  {
    name: 'unlocked-is-approved',
    changes: [inPolicy('operatorOpinion', remove("if (risk === 'critical') return confirm('unlock');"))],
    harm: 'what is forbidden by default is done unasked',
  },
  {
    name: 'a-rulebook-forgets-who-is-tainted',
    changes: [inPolicy('Rulebook.ofOperator', within('remembered(…)', replace('key', 'tool')))],
    harm: 'a question before the stranger’s words decides for after them',
  },
  {
    name: 'the-morning-after-is-another-window',
    changes: [inPolicy('compileTimeWindow', replace('isDay(day + 6)', 'isDay(day)'))],
    harm: 'a night that is forbidden ends at midnight',
  },
  {
    name: 'the-last-moment-is-left-out',
    changes: [inPolicy('until', replace('now <= last', 'now < last'))],
    harm: 'a deny ends before its end',
  },
  {
    name: 'half-a-condition-is-enough',
    changes: [inPolicy('either', remove('if (failed && second !== deciding) throw failed;'))],
    harm: 'what cannot be judged counts as judged',
  },
  {
    name: 'what-everybody-has-is-an-argument',
    changes: [
      inPolicy(
        { symbol: 'getMember', beside: 'areEqual' },
        replace('Object.hasOwn(members, key) ? members[key] : undefined', 'members[key]'),
      ),
    ],
    harm: '`constructor` passes for a member that somebody gave',
  },
  {
    name: 'an-allow-folds',
    changes: [inDefinition('allows', replace("meant.how !== 'normalized'", 'true'))],
    harm: 'a permission reaches what is only spelled alike',
  },
  {
    name: 'a-server-that-is-away-is-forgotten',
    changes: [
      inDefinition(
        'getMeaning',
        remove('if (others.length > 0) return nameOfAnother(table, others, only);'),
        remove("if (own !== undefined && !servers.includes(own)) return { how: 'unknown', nearest: [] };"),
      ),
    ],
    harm: 'mcp.github.get_issue calls mcp.git.hub_get_issue while github is away',
  },
  {
    name: 'a-spec-name-of-two-servers-is-one-s',
    changes: [
      inDefinition(
        'getMeaning',
        remove('if (others.length > 0) return nameOfAnother(table, others, found);'),
      ),
    ],
    harm: 'a permission for a tool of git-hub reaches one of git',
  },
  {
    name: 'a-pattern-ends-within-a-server',
    changes: [
      inDefinition(
        'patternAllows',
        replace(
          "server === undefined || beginning.length <= 'mcp.'.length || beginning.startsWith(`mcp.${server}.`)",
          'true || server',
        ),
      ),
    ],
    harm: 'a permission for mcp.git* reaches every tool of github',
  },
];
