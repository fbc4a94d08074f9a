import { DefinitionError } from '../problems/definition-error.ts';
import type { Problem } from '../problems/problem.ts';
import type { AgentDefinition } from './agent-definition.ts';

/** A definition whose members are valid on their own but not in combination. It never runs. */
export class RefusedDefinition extends DefinitionError {
  /** Draft for further checks. */
  readonly draft: AgentDefinition;

  constructor(problems: readonly Problem[], draft: AgentDefinition) {
    super(problems);
    this.draft = draft;
  }
}
