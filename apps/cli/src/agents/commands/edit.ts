import { DefinitionError, describeProblem, type Problem } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import {
  checkReferences,
  type LoadedDefinitions,
  loadDefinitions,
} from '@agent-home/runtime-node/definitions';
import { AuthoringError } from '../../errors/command-errors.ts';
import type { Scope } from '../authoring/agent-answers.ts';
import { askBroken } from '../authoring/ask-broken.ts';
import { atTerminal, isAtTerminal } from '../authoring/at-terminal.ts';
import { chooseAgent } from '../authoring/choose-agent.ts';
import { findEditor, PrivateCopy, runEditor } from '../authoring/edit-copy.ts';
import { beginEdit, checkEdited, type EditedFile, saveEdited } from '../authoring/save-edited.ts';
import { projectPlaces } from '../running/project-places.ts';

export interface EditFlags {
  project?: string;
  scope?: Scope;
}

/**
 * `agent-home agents edit NAME` (S3-32): edits a copy, which replaces the file once it loads. Returns 0 if the file is as its
 * author wants it, 1 if the edited text did not replace it.
 */
export async function editAgent(name: string, flags: EditFlags): Promise<0 | 1> {
  const loaded = loadDefinitions(projectPlaces(flags.project));
  const agent = chooseAgent(loaded, name, flags.scope);
  const file = shownText(agent.origin.path);
  const editor = findEditor(process.env);
  if (editor === undefined || !isAtTerminal()) {
    const why =
      editor === undefined
        ? 'no editor is set: set VISUAL or EDITOR, such as EDITOR=nano'
        : 'the editor needs a terminal';
    const check = `agent-home agents validate ${shownText(name)}`;
    throw new AuthoringError('editor_missing', `${why}; or change ${file} yourself, then run ${check}`);
  }
  const edited = inPlainWords(() => beginEdit(agent, loaded.settings.agents.owner));
  const copy = new PrivateCopy(agent.origin.path, edited.before);
  const result = await editUntilSound(editor, copy, edited, loaded).catch((error) => {
    throw withCopy(error, copy, edited);
  });
  if (result.keepsCopy) return 1;
  copy.remove();
  return result.code;
}

interface Result {
  code: 0 | 1;
  keepsCopy: boolean;
}

async function editUntilSound(
  editor: string,
  copy: PrivateCopy,
  edited: EditedFile,
  loaded: LoadedDefinitions,
): Promise<Result> {
  for (;;) {
    await runEditor(editor, copy.path);
    const after = inPlainWords(() => copy.read());
    if (Buffer.compare(after, edited.before) === 0) {
      console.log('Nothing was changed.');
      return { code: 0, keepsCopy: false };
    }
    const draft = checkEdited(edited, after);
    if (draft.definition) {
      saveEdited(edited, after, copy.path);
      console.log(`${shownText(draft.name)} is saved: ${shownText(edited.place.path)}`);
      for (const problem of checkReferences(draft, loaded, after))
        console.log(`  before it runs: ${shownText(describeProblem(problem))}`);
      return { code: 0, keepsCopy: false };
    }
    const decision = await askBroken(atTerminal, collectReasons(draft.problems), copy.path);
    if (decision === 'again') continue;
    if (decision === 'old') console.log('Nothing was changed.');
    return { code: 1, keepsCopy: decision === 'kept' };
  }
}

function collectReasons(problems: readonly Problem[]): string[] {
  const isRenamed = problems.some(({ code }) => code === 'name_mismatch');
  return [
    ...problems.map((problem) => shownText(describeProblem(problem))),
    ...(isRenamed
      ? [
          'name differs from the file name: to rename the agent, change `name` and the file name together outside of this command',
        ]
      : []),
  ];
}

/** Keeps an edited text after a failure and adds its path to the error. */
function withCopy(error: unknown, copy: PrivateCopy, { before }: EditedFile): unknown {
  const isChanged = hasText(copy, before);
  if (!isChanged) copy.remove();
  if (!isChanged || !(error instanceof AuthoringError) || error.code === 'changed_meanwhile') return error;
  return new AuthoringError(error.code, `${error.message}; your draft is kept: ${shownText(copy.path)}`);
}

/** Returns true if the copy has text that the agent's file lacks. */
function hasText(copy: PrivateCopy, before: Uint8Array): boolean {
  try {
    return Buffer.compare(copy.read(), before) !== 0;
  } catch (error) {
    return !(error instanceof DefinitionError && error.code === 'not_found');
  }
}

function inPlainWords<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    const why = error.problems.map((problem) => shownText(describeProblem(problem))).join('; ');
    throw new AuthoringError('not_written', `the file cannot be edited: ${why}`);
  }
}
