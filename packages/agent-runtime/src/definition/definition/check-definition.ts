import type { SourceDocument } from '../document/source-document.ts';
import { nearestName } from '../problems/nearest-name.ts';
import type { Problem } from '../problems/problem.ts';
import { checkGraph } from '../teamwork/check-graph.ts';
import type { Teamwork } from '../teamwork/teamwork.ts';
import type { AgentDefinition } from './agent-definition.ts';
import type { DecodeOptions } from './decode-options.ts';
import { colorLabel, labelPrefix, mainAgent, titleLabel } from './fields.ts';

type Place = readonly (string | number)[];

/** Paths of the checked members in a form. */
export interface MemberPlaces {
  name: Place;
  scope: Place;
  labels: Place;
  teamwork: Place;
}

/** Checks rules that a schema cannot express, the same for both forms. */
export function checkDefinition(
  definition: AgentDefinition,
  teamwork: Teamwork,
  { document, places, options }: { document: SourceDocument; places: MemberPlaces; options: DecodeOptions },
): Problem[] {
  const { handoffs = [], subagents = [], graph } = teamwork;
  const toSelf = handoffs.flatMap(({ to }, index) =>
    to === definition.name
      ? [
          document.problem(
            'handoff_to_self',
            [...places.teamwork, 'handoffs', index, 'to'],
            'an agent cannot hand over to itself: name another agent',
          ),
        ]
      : [],
  );
  const own = subagents.indexOf(definition.name);
  const toItself =
    own < 0
      ? []
      : [
          document.problem(
            'subagent_is_self',
            [...places.teamwork, 'subagents', own],
            'an agent cannot delegate to itself: name another agent',
          ),
        ];
  return [
    ...checkPlace(definition, document, places, options),
    ...toSelf,
    ...toItself,
    ...(graph ? checkGraph(graph, document, [...places.teamwork, 'graph']) : []),
  ];
}

function checkPlace(
  { name, scope }: AgentDefinition,
  document: SourceDocument,
  places: MemberPlaces,
  { expected = {} }: DecodeOptions,
): Problem[] {
  const problems: Problem[] = [];
  if (name === mainAgent) {
    const message = `"${name}" is reserved for the main conversation: use another name`;
    problems.push(document.problem('reserved_name', places.name, message));
  }
  if (expected.name !== undefined && expected.name !== name) {
    const message = `the agent is called "${name}" but its file "${expected.name}": use one name`;
    problems.push(document.problem('name_mismatch', places.name, message));
  }
  if (scope !== undefined && expected.scope !== undefined && scope !== expected.scope) {
    const message = `scope is ${scope}, but the file is in the ${expected.scope} folder: change scope or move the file`;
    problems.push(document.problem('scope_mismatch', places.scope, message));
  }
  return problems;
}

/** Checks labels. Our own labels are derived from members; `known` are those that a form may contain itself. */
export function checkLabels(
  labels: Record<string, string>,
  document: SourceDocument,
  place: Place,
  known: readonly string[],
): Problem[] {
  return Object.keys(labels)
    .filter((label) => label.startsWith(labelPrefix) && !known.includes(label))
    .map((label) =>
      document.problem(
        'reserved_name',
        [...place, label],
        `labels below ${labelPrefix} are reserved: use the member of this name`,
        {
          nearest: nearestName(label, known),
          at: 'name',
        },
      ),
    );
}

export const knownLabels = [titleLabel, colorLabel];
