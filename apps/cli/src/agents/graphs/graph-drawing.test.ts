import { stripVTControlCharacters } from 'node:util';
import type { Graph } from '@agent-home/agent-runtime/definition';
import type { RunRecord } from '@agent-home/agent-runtime/run-log';
import { graphProgress } from '@agent-home/agent-runtime/run-log';
import { describe, expect, test } from 'vitest';
import { graphLines } from './graph-lines.ts';
import { toMermaid } from './mermaid.ts';

const graph: Graph = {
  entry: 'analysis',
  nodes: [
    { name: 'analysis', agent: 'code-analyzer' },
    { name: 'leave', approve: 'May it be fixed?' },
    { name: 'fix', agent: 'code-fixer' },
  ],
  edges: [
    { from: 'analysis', to: 'leave', condition: 'analysis.can_auto_fix' },
    { from: 'analysis', to: 'END', condition: 'analysis.harmless' },
    { from: 'leave', to: 'fix', condition: 'leave.approved' },
    { from: 'leave', to: 'END' },
    { from: 'fix', to: 'END' },
  ],
};

/** Fails for any line of a flowchart but nodes with quoted labels and edges between them. */
const labelled = String.raw`"((?:[\p{L}\p{N} ._:-]|<br>|#\d+;)*)"`;
const nodeLine = new RegExp(String.raw`^ {2}(n\d+|begin|finish)[[({]+${labelled}[\])}]+$`, 'u');
const edgeLine = new RegExp(
  String.raw`^ {2}(n\d+|begin) -(?:-|\.-)>(?:\|${labelled}\|)? (n\d+|finish)$`,
  'u',
);

function readMermaid(text: string) {
  const [first, ...lines] = text.split('\n');
  expect(first).toBe('flowchart TD');
  const nodes: Record<string, string> = {};
  const edges: string[] = [];
  const plain = (label = '') =>
    label.replace(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
  for (const line of lines) {
    const [, id, label] = nodeLine.exec(line) ?? [];
    const [, from, when, to] = edgeLine.exec(line) ?? [];
    if (id !== undefined) nodes[id] = plain(label);
    else {
      expect(from, line).toBeDefined();
      edges.push(`${from} ${plain(when)} ${to}`);
    }
  }
  return { nodes, edges };
}

describe('a graph drawn', () => {
  test('handoffs of a graph’s agents are drawn as edges', () => {
    const handoffs = [
      { from: 'code-analyzer', to: 'code-fixer', when: 'payload.easy' },
      { from: 'code-fixer', to: 'translator' },
    ];
    const hasAgent = (name: string) => name !== 'translator';
    const lines = graphLines({ agent: 'repairs', title: 'Repairs', file: 'r.md', graph, hasAgent, handoffs });
    expect(lines.slice(-3)).toEqual([
      'handoffs',
      '  agent code-analyzer → agent code-fixer if payload.easy',
      '  agent code-fixer → agent translator, which does not exist',
    ]);
    const { nodes, edges } = readMermaid(toMermaid(graph, handoffs));
    expect(nodes.n3).toBe('agent translator');
    expect(edges.slice(-2)).toEqual(['n0 handoff if payload.easy n2', 'n2 handoff n3']);
  });

  test('a text graph shows nodes, edges and end', () => {
    const hasAgent = (name: string) => name === 'code-analyzer';
    expect(
      graphLines({ agent: 'repairs', title: 'Repairs', file: 'r.md', graph, hasAgent, handoffs: [] }),
    ).toEqual([
      'repairs (Repairs)  r.md',
      'entry analysis',
      '',
      'analysis  agent code-analyzer',
      '  1. if analysis.can_auto_fix → leave',
      '  2. if analysis.harmless → END',
      '  3. else → END (implied)',
      '',
      'leave  asks a person: May it be fixed?',
      '  1. if leave.approved → fix',
      '  2. else → END',
      '',
      'fix  agent code-fixer, which does not exist',
      '  1. always → END',
    ]);
  });

  test('a graph for Mermaid has the same nodes and edges', () => {
    expect(readMermaid(toMermaid(graph))).toEqual({
      nodes: {
        begin: 'begin',
        n0: 'analysis<br>agent code-analyzer',
        n1: 'leave<br>asks a person: May it be fixed?',
        n2: 'fix<br>agent code-fixer',
        finish: 'END',
      },
      edges: [
        'begin  n0',
        'n0 1: if analysis.can_auto_fix n1',
        'n0 2: if analysis.harmless finish',
        'n0 3: else finish',
        'n1 1: if leave.approved n2',
        'n1 2: else finish',
        'n2  finish',
      ],
    });
  });

  test('Mermaid reads hostile names as labels', () => {
    const names = ['end', 'a"]; click n0 "x"', '<img src=x>', '%%{init: {}}%%', '`**b**`', 'x\ny --> n5'];
    names.push(
      '1. list',
      '# head',
      'www.evil.example',
      '#quot;',
      '|pipe|',
      '}}',
      'n0@{ shape: x }',
      '\u202Eabc',
    );
    names.push('subgraph', 'click', 'style n0 fill:#f00', '\\', ';', '中文', ' a ');
    const told = toMermaid({
      entry: 'end',
      nodes: names.map((name, index) => (index % 2 === 0 ? { name, approve: name } : { name, agent: 'ada' })),
      edges: names.map((name, index) => ({ from: name, to: names[index + 1] ?? 'END', condition: name })),
    });
    const { nodes, edges } = readMermaid(told);
    expect(Object.keys(nodes)).toHaveLength(names.length + 2);
    expect(edges).toHaveLength(2 * names.length + 1);
    for (const [index, name] of names.entries()) {
      const shown = name.replace('\n', ' ').replace('\u202E', '‹U+202E›').trim();
      expect(nodes[`n${index}`]).toBe(
        `${shown}<br>${index % 2 === 0 ? `asks a person: ${shown}` : 'agent ada'}`,
      );
    }
    // Text with a meaning in Mermaid or HTML never occurs unescaped.
    expect(told).not.toMatch(/\bend\b|\bwww\b|<(?!br>)|%%|`|\\|\u202E/);
    expect(
      toMermaid({ entry: '$$x$$', nodes: [{ name: '$$x$$', agent: 'fa:fa-ban' }], edges: [] }),
    ).toContain('"#36; #36;x#36; #36;<br>agent fa#58; fa-ban"');
  });

  test('the graph of a run is drawn with its progress', () => {
    const record = (type: string, data: object) => ({ type, data }) as unknown as RunRecord;
    const begun = [
      record('graph.node_started', { node: 'analysis', visit: 1 }),
      record('graph.node_ended', { node: 'analysis', visit: 1, output: 'x' }),
      record('graph.node_started', { node: 'leave', visit: 2 }),
    ];
    const progress = graphProgress(begun);
    const drawn = graphLines({
      agent: 'repairs',
      title: 'Repairs',
      file: 'agents/repairs.md',
      graph,
      hasAgent: () => true,
      handoffs: [],
      progress,
    });
    const lines = stripVTControlCharacters(drawn.join('\n'));
    expect(lines).toMatch(/^analysis {2}agent code-analyzer {2}✔ 1 visit$/m);
    expect(lines).toMatch(/^leave {2}asks a person: May it be fixed\? {2}○ at work, visit 2$/m);
    expect(lines).toMatch(/^fix {2}agent code-fixer {2}not begun$/m);
    expect(toMermaid(graph, [], progress)).toMatch(/ {2}class n0 ended\n.*\n {2}class n1 work$/);
    const ended = graphProgress([...begun, record('run.ended', { status: 'cancelled' })]);
    expect(toMermaid(graph, [], ended)).toMatch(/ {2}class n0,n1 ended$/);
  });
});
