/** Condition under which the result of a tool brings text of others into a run. */
export type Taint = 'always' | 'untrusted_project' | 'never';

/** Kinds of providers, as tools are pinned. */
type Source = 'native' | 'mcp' | 'skills' | 'home';

/** A row of the table: tools by their canonical names, or every other tool of a source. */
export interface TaintRow {
  source: Source;
  /** Absent in the row for every other tool of the source. */
  tools?: readonly string[];
  taints: Taint;
  reason: string;
}

/**
 * Table of the tools that taint a run (documented in docs/policies.md): outcomes, failures and thrown errors of these tools.
 * Messages of other agents, recalled entries and contexts with their words also taint a run; their own records state that.
 */
export const taintTable: readonly TaintRow[] = [
  {
    source: 'native',
    tools: ['read_file', 'read_many_files', 'grep', 'glob'],
    taints: 'untrusted_project',
    reason: 'files of a cloned project say what their author wants',
  },
  {
    source: 'native',
    tools: ['write_file', 'edit_file', 'apply_patch', 'delete_file', 'git_commit'],
    taints: 'untrusted_project',
    reason: 'their results and failures quote files, names and output of git',
  },
  {
    source: 'native',
    tools: ['bash', 'bash_output', 'bash_stop', 'bash_sudo', 'system_shutdown'],
    taints: 'always',
    reason: 'a program says what it likes, and may have it from the network',
  },
  {
    source: 'native',
    tools: ['web_fetch'],
    taints: 'always',
    reason: 'a page says what its author likes',
  },
  {
    source: 'native',
    tools: ['remember', 'store_memory', 'ask_user', 'todo_write'],
    taints: 'never',
    reason: 'it says back what the agent gave',
  },
  {
    source: 'native',
    tools: ['recall', 'forget'],
    taints: 'never',
    reason: 'a result is tainted if one of its entries has words of others',
  },
  {
    source: 'native',
    tools: ['delegate'],
    taints: 'never',
    reason: 'an answer is tainted if the delegated run is',
  },
  {
    source: 'native',
    tools: ['read_result'],
    taints: 'never',
    reason: 'it repeats a result of the run, which has tainted it already if it does',
  },
  {
    source: 'native',
    taints: 'always',
    reason: 'a tool bound to a program, an address or a module says what that says',
  },
  { source: 'mcp', taints: 'always', reason: 'the words are those of the server, in refusals as well' },
  {
    source: 'skills',
    taints: 'untrusted_project',
    reason: 'a project may bring skills, and an operator’s own are not others’ words',
  },
  {
    source: 'home',
    tools: ['home.say', 'home.request', 'home.vote', 'home.propose', 'home.hand_in'],
    taints: 'never',
    reason: 'the home answers with verdicts and codes of its own',
  },
  { source: 'home', taints: 'always', reason: 'what is read of a home was said by others' },
];

/** Returns the taint of a tool by its row in the table. @param tool canonical name */
export function getTaint(tool: string, source: Source): Taint {
  const rows = taintTable.filter((row) => row.source === source);
  const row =
    rows.find(({ tools }) => tools?.includes(tool)) ?? rows.find(({ tools }) => tools === undefined);
  // A source without a row is unknown.
  return row?.taints ?? 'always';
}
