import { changesIn, insertBefore, type Mutation, replace } from '../../../meta/source-mutations/changes.ts';

const inRuntime = changesIn('packages/agent-runtime');
const inRuntimeNode = changesIn('packages/runtime-node');
const write = "this.#write(Buffer.from(`${lines.join('\\n')}\\n`));";

/** Bugs in the runtime of residents, in their tools and in the mirror of their runs. */
export const runtimeMutations: readonly Mutation[] = [
  {
    name: 'act-before-log',
    changes: [
      inRuntimeNode(
        'FileRunWriter.append',
        replace(write, `setTimeout(() => {\n  try {\n    ${write}\n  } catch {}\n}, 400);`),
      ),
    ],
    harm: 'a call is made before its decision is in the log',
  },
  {
    name: 'repeat-call-of-dead-process',
    changes: [
      inRuntimeNode(
        'performCall',
        replace(
          "settlement.state === 'not_done' || effect.idempotent || !effect.sideEffects",
          "settlement.state !== 'done'",
        ),
      ),
    ],
    harm: 'a call that may have happened is made again after a crash',
  },
  {
    name: 'retry-after-effect',
    changes: [
      inRuntimeNode(
        'inAttempts',
        replace("(failure.retry === 'may_help' && rules.idempotent)", "failure.retry === 'may_help'"),
      ),
    ],
    harm: 'a call that failed after its effect is retried',
  },
  {
    name: 'key-of-process',
    changes: [
      inRuntime(
        'idempotencyKey',
        replace('`${runId}\\n${callId}`', '`${runId}\\n${callId}${globalThis.process.pid}`'),
      ),
    ],
    harm: 'a service cannot recognize the repetition of a call',
  },
  {
    name: 'skip-certified-policy',
    changes: [
      inRuntime('Rulebook.#addBound', insertBefore('const factsOfIdentity = …;', 'if (true) return;')),
    ],
    harm: 'a tool runs that a certified policy denies',
  },
  {
    name: 'forget-words-of-others',
    changes: [
      inRuntime(
        'acceptResult',
        replace('before.tainted || outcome.tainted === true', 'before.tainted && outcome.tainted !== false'),
      ),
    ],
    harm: 'a call after the words of others needs no approval',
  },
  {
    name: 'send-secret-to-model',
    changes: [inRuntimeNode('KnownSecrets.clean', replace('this.#built().replace(text)', 'text'))],
    harm: 'a model reads the secret that a service has returned',
  },
  {
    name: 'mend-cut-call',
    changes: [inRuntime('callWithName', replace('!isCutOff && !tool.side_effects', 'true'))],
    harm: 'half a call of a response that was cut off is made',
  },
  {
    name: 'say-again-after-crash',
    changes: [
      inRuntimeNode(
        'HomeTools.invoke',
        replace('const prepared = preparedIn(call);', 'const prepared = await this.#prepared(call, signal);'),
      ),
    ],
    harm: 'a message is posted again after a crash, under another key',
  },
  {
    name: 'skip-result-guardrail',
    changes: [inRuntime('checkResult', replace('plainCheck(resultText(result.outcome))', "plainCheck('')"))],
    harm: 'a model reads a result that a guardrail withholds',
  },
  {
    name: 'approve-each-decision',
    changes: [
      inRuntimeNode(
        'HomeApprovals.#take',
        replace(
          "{ word, via: 'home', name, reason, certificate }",
          "{ word: 'approve', via: 'home', name, reason, certificate }",
        ),
      ),
    ],
    harm: 'a call that an approver refused is made',
  },
  {
    name: 'refusal-is-success',
    changes: [
      inRuntime(
        'notApproved',
        insertBefore(
          "if (decision === 'expired') …;",
          "if (decision === 'deny') return { status: 'ok', content: [], metadata: {} };",
        ),
      ),
    ],
    harm: 'a model reads that a refused call has succeeded',
  },
  {
    name: 'count-no-calls',
    changes: [inRuntime('invoke', replace('state.callsMade + 1', 'state.callsMade'))],
    harm: 'a run makes more calls than its budget',
  },
  {
    name: 'one-session-for-all-topics',
    changes: [
      inRuntimeNode(
        'TopicSession.#sessionId',
        replace('`${agentId}@${this.#topic.topicId}@${home}`', '`${agentId}@${home}`'),
      ),
    ],
    harm: 'words of one topic reach runs of another one',
  },
  {
    name: 'send-other-arguments',
    changes: [
      inRuntimeNode(
        { symbol: 'getRequest', beside: 'httpBinding' },
        replace(
          'JSON.stringify(Object.fromEntries(rest))',
          'JSON.stringify({ ...Object.fromEntries(rest), urgent: true })',
        ),
      ),
    ],
    harm: 'a service gets other arguments than were decided on',
  },
  {
    name: 'lose-streamed-records',
    changes: [
      inRuntimeNode(
        'RunDriver.#apply',
        replace(
          'sealed.map(({ line }) => line)',
          "sealed.filter(() => input.type !== 'model.delta').map(({ line }) => line)",
        ),
      ),
    ],
    harm: 'a log has a gap in its chain',
  },
  {
    name: 'mirror-gives-up',
    changes: [
      inRuntimeNode('findRefusal', replace("'away'", "'final'")),
      inRuntimeNode('LostRuns.#isLost', insertBefore('const next = …;', 'if (this) return false;')),
    ],
    harm: 'the home lacks the end of a run after one lost response',
  },
  {
    name: 'leave-interrupted-runs',
    changes: [
      inRuntimeNode(
        'TopicSession.recover',
        insertBefore('const { … } = this.#ports;', 'if (agentId) return;'),
      ),
    ],
    harm: 'a run that a dead process began never ends',
  },
  {
    name: 'play-turn-again',
    changes: [inRuntimeNode('liveByTurns', replace('turnId === handled', "turnId === ''"))],
    harm: 'a turn has a second run, which repeats the effects of the first',
  },
  {
    name: 'call-changed-tool',
    changes: [
      inRuntimeNode(
        'McpServer.#call',
        replace('this.#current.get(tool)?.fingerprint !== pinned.fingerprint', "tool === ''"),
      ),
      inRuntimeNode(
        'McpServer.tools',
        replace('this.#current.get(name)?.fingerprint === tool.fingerprint', "name !== ''"),
      ),
    ],
    harm: 'a tool is called that its server has changed since the run began',
  },
  {
    name: 'accept-older-policies',
    changes: [
      changesIn('packages/protocol')(
        'checkSeen',
        insertBefore(
          'if (found.version < seen.version) …',
          "if (found.version < seen.version && objectKey.includes('/policies')) return;",
        ),
      ),
    ],
    harm: 'a resident decides by certified policies that newer ones had replaced',
  },
];
