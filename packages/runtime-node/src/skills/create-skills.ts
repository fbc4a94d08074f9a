import type {
  CallContext,
  CallTicket,
  PreparedCall,
  ToolOutcome,
  ToolProvider,
} from '@agent-home/agent-runtime';
import { ProjectFolder } from '../native-tools/project/project-folder.ts';
import { failed } from '../outcomes/tool-outcomes.ts';
import { findSkills, type SkillShelf } from './skill-shelf.ts';
import { skillsListTool, skillsReadTool } from './skill-tools.ts';

export interface SkillsOptions {
  /** Absolute; undefined where the project is not trusted: its skills would stand before the user's own of their names. */
  projectFolder: string | undefined;
  /** Absolute: what holds for every project. */
  globalFolder: string;
  /** Absolute: folders that nothing is read from, as the state of runs. */
  hiddenFolders?: readonly string[];
}

/**
 * Folders with a `SKILL.md` in `agents/skills` as a source of tools (S1-48): what they say is read when it is wanted, nothing of them is run.
 * Where there is no skill there are no such tools.
 */
export function createSkills({
  projectFolder,
  globalFolder,
  hiddenFolders = [],
}: SkillsOptions): ToolProvider {
  const shelfIn = (scope: SkillShelf['scope'], folder: string): SkillShelf => ({
    scope,
    root: new ProjectFolder({ folder, hiddenFolders }),
  });
  const ofProject = projectFolder === undefined ? [] : [shelfIn('project', projectFolder)];
  const shelves = [...ofProject, shelfIn('global', globalFolder)];
  const tools = [skillsListTool(shelves), skillsReadTool(shelves)];
  return {
    source: 'skills',
    async tools() {
      const { skills, problems } = await findSkills(shelves);
      const hasAny = skills.length + problems.length > 0;
      return hasAny ? tools.map(({ description }) => structuredClone(description)) : [];
    },
    async invoke(ticket: CallTicket, call: PreparedCall, { signal }: CallContext): Promise<ToolOutcome> {
      ticket.open(call);
      const tool = tools.find(({ description }) => description.name === call.tool);
      if (!tool)
        return failed(
          'unknown_tool',
          `the tool ${call.tool} does not exist: call skills_list or skills_read`,
        );
      return tool.invoke({ call, signal });
    },
    close: async () => undefined,
  };
}
