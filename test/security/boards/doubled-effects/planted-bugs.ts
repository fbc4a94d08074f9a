import { changesIn, type Mutation, replace, within } from '../../../meta/source-mutations/changes.ts';

const inRuntime = changesIn('packages/agent-runtime');
const inRuntimeNode = changesIn('packages/runtime-node');
const write = "this.#write(Buffer.from(`${lines.join('\\n')}\\n`));";

/** Possible bugs that double or lose an effect, each of which the board has to find. */
export const plantedBugs: readonly Mutation[] = [
  {
    name: 'what-a-dead-process-called-is-called-again',
    changes: [
      inRuntimeNode(
        'performCall',
        replace(
          "settlement.state === 'not_done' || effect.idempotent || !effect.sideEffects",
          "settlement.state !== 'done'",
        ),
      ),
    ],
    harm: 'a payment without a key is made twice',
  },
  {
    name: 'a-recovery-is-taken-for-a-beginning',
    changes: [
      inRuntimeNode(
        'AgentRuntime.resume',
        replace("state.waiting.for === 'outcome' && missing.length === 0", 'false'),
      ),
    ],
    harm: 'nobody is asked whether it was done before it is done again',
  },
  {
    name: 'a-key-is-its-process-s',
    changes: [
      inRuntime(
        'idempotencyKey',
        replace('`${runId}\\n${callId}`', '`${runId}\\n${callId}${globalThis.process.pid}`'),
      ),
    ],
    harm: 'a service takes the second attempt for another payment',
  },
  {
    name: 'what-may-have-been-done-is-tried-again',
    changes: [
      inRuntimeNode(
        'inAttempts',
        replace("(failure.retry === 'may_help' && rules.idempotent)", "failure.retry === 'may_help'"),
      ),
    ],
    harm: 'a service that pays and hangs up pays twice',
  },
  {
    name: 'the-person-who-looked-is-not-heard',
    changes: [inRuntime('continueRun', replace("data.answer === 'not_done'", "data.answer !== 'give_up'"))],
    harm: 'what a person says is done is done again',
  },
  {
    name: 'a-trace-is-not-believed',
    changes: [
      inRuntimeNode(
        'performCall',
        within(
          "settlement.state === 'not_done' || effect.idempotent || !effect.sideEffects",
          replace("settlement.state === 'not_done' || effect.idempotent", "settlement.state === 'done'"),
        ),
      ),
    ],
    harm: 'a person is asked what the tool itself knows',
  },
  {
    name: 'lines-are-held-back',
    changes: [
      inRuntimeNode(
        'FileRunWriter.append',
        replace(write, `setTimeout(() => {\n  try {\n    ${write}\n  } catch {}\n}, 60);`),
      ),
    ],
    harm: 'an effect has no line in the log when the process dies',
  },
  {
    name: 'a-full-disk-is-no-reason-to-stop',
    changes: [inRuntimeNode('FileRunWriter.append', replace(write, `try {\n  ${write}\n} catch {}`))],
    harm: 'a run acts on whose log nothing can be written',
  },
];
