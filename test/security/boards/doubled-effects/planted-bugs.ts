import type { Mutation } from '../../../faults/simulation/mutations/mutation.ts';

const performing = 'packages/runtime-node/src/driver/perform-call.ts';
const runtime = 'packages/runtime-node/src/runs/agent-runtime.ts';
const writer = 'packages/runtime-node/src/run-store/file-run-writer.ts';
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is a line of the sources
const write = "    this.#write(Buffer.from(`${lines.join('\\n')}\\n`));";

/** What could make of one effect two, or none; each is a bug that the board has to find. */
export const plantedBugs: readonly Mutation[] = [
  {
    name: 'what-a-dead-process-called-is-called-again',
    file: performing,
    replace: [
      [
        "  if (settlement.state === 'not_done' || effect.idempotent || !effect.sideEffects)",
        "  if (settlement.state !== 'done')",
      ],
    ],
    harm: 'a payment without a key is made twice',
  },
  {
    name: 'a-recovery-is-taken-for-a-beginning',
    file: runtime,
    replace: [
      [
        "      const recovering = state.waiting.for === 'outcome' && missing.length === 0;",
        '      const recovering = false;',
      ],
    ],
    harm: 'nobody is asked whether it was done before it is done again',
  },
  {
    name: 'a-key-is-its-process-s',
    file: 'packages/runtime/src/calls/idempotency-key.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a piece of the sources
    replace: [['\\n${callId}`', '\\n${callId}${globalThis.process.pid}`']],
    harm: 'a service takes the second attempt for another payment',
  },
  {
    name: 'what-may-have-been-done-is-tried-again',
    file: 'packages/runtime-node/src/bindings/attempts.ts',
    replace: [["(failure.retry === 'may_help' && rules.idempotent)", "failure.retry === 'may_help'"]],
    harm: 'a service that pays and hangs up pays twice',
  },
  {
    name: 'the-person-who-looked-is-not-heard',
    file: 'packages/runtime/src/loop/resume-run.ts',
    replace: [["  if (data.answer === 'not_done')", "  if (data.answer !== 'give_up')"]],
    harm: 'what a person says is done is done again',
  },
  {
    name: 'a-trace-is-not-believed',
    file: performing,
    replace: [["settlement.state === 'not_done' || effect.idempotent", "settlement.state === 'done'"]],
    harm: 'a person is asked what the tool itself knows',
  },
  {
    name: 'lines-are-held-back',
    file: writer,
    replace: [[write, `    setTimeout(() => {\n      try {\n    ${write}\n      } catch {}\n    }, 60);`]],
    harm: 'an effect has no line in the log when the process dies',
  },
  {
    name: 'a-full-disk-is-no-reason-to-stop',
    file: writer,
    replace: [[write, `    try {\n  ${write}\n    } catch {}`]],
    harm: 'a run acts on whose log nothing can be written',
  },
];
