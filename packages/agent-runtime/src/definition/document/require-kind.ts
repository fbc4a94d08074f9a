import { DefinitionError } from '../problems/definition-error.ts';
import type { SourceDocument } from './source-document.ts';

/**
 * Rejects a file of an unknown kind with one problem, because a list of unknown fields would not help. A file with one of both
 * members right is validated against the schema.
 * @throws DefinitionError `unknown_kind`
 */
export function requireKind(document: SourceDocument, kind: 'Agent' | 'Tool' | 'Policy'): void {
  const { value } = document;
  const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  if ('apiVersion' in members && members.apiVersion === 'agent.platform/v1') return;
  if ('kind' in members && members.kind === kind) return;
  const message = `not a ${kind}Spec: add apiVersion agent.platform/v1 or kind ${kind}`;
  throw new DefinitionError([document.problem('unknown_kind', [], message)]);
}
