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
  /** Absolute path; undefined for an untrusted project, because its skills would override the user's own of the same names. */
  projectFolder: string | undefined;
  /** Absolute path of the global folder. */
  globalFolder: string;
  /** Absolute paths of folders that are never read, such as the state of runs. */
  hiddenFolders?: readonly string[];
}

/**
 * Returns the folders with a `SKILL.md` in `agents/skills` as tools (S1-48): a skill's text is read on request, and its code never
 * runs. Without skills there are no such tools.
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
