import { buildNameTable, nativeTools, pinTools, type ToolLists } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';

/** Prints once, for all agents of a command, that commands of `bash` run without a sandbox. */
export class SandboxNotice {
  #isPrinted = false;

  /** Returns a function that prints the notice. Undefined for an agent that must not call `bash`. */
  printFor(lists: ToolLists): ((reason: string) => void) | undefined {
    if (!pinTools(buildNameTable(nativeTools), lists).tools.includes('bash')) return undefined;
    return (reason) => {
      if (this.#isPrinted) return;
      this.#isPrinted = true;
      console.error(
        `agent-home: commands of bash run without a sandbox (${shownText(reason)}): install bubblewrap 0.8 or later, or set sandbox.bash to off in the settings to accept that [no_sandbox]`,
      );
    };
  }
}
