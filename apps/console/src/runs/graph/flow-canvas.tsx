import '@xyflow/react/dist/base.css';
import './flow-canvas.css';
import {
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import { createContext, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { nodeSize, placeLayers } from './place-layers.ts';

export interface FlowNode {
  id: string;
  /** Kind of the node, in the user's language. */
  kind: string;
  /** Text of an agent, a model or an author. */
  name: string;
  /** State in the user's language. */
  state: string;
  look: 'plain' | 'live' | 'good' | 'bad';
}

export interface FlowEdge {
  from: string;
  to: string;
  look: 'plain' | 'dependency' | 'unused';
}

interface FlowCanvasProps {
  /** Name of the canvas for screen readers. */
  label: string;
  /** In the order of the work, which is also the order of the keyboard. */
  nodes: readonly FlowNode[];
  edges: readonly FlowEdge[];
  selected: string | undefined;
  onSelect: (id: string) => void;
}

/** Selection, in a context: the canvas would draw every node again if its list changed. */
const Selection = createContext<{ selected: string | undefined; onSelect: (id: string) => void }>({
  selected: undefined,
  onSelect: () => undefined,
});

/** Number of nodes above which only those in view are in the document. */
const mostDrawn = 200;
/** Nodes that the first view shows; the whole of a long run would be too small to read. */
const firstShown = 6;
/** Longest part of a name in a node; its details have all of it. */
const longestName = 60;

type CanvasNode = Node<{ node: FlowNode }, 'run'>;

/** Graph that can be moved and zoomed. Each node is a button, so that a keyboard and a screen reader reach it as any other. */
export function FlowCanvas(props: FlowCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas({ label, nodes, edges, selected, onSelect }: FlowCanvasProps) {
  const drawn = useMemo(() => drawNodes(nodes, edges), [nodes, edges]);
  const lines = useMemo(() => drawEdges(edges), [edges]);
  const selection = useMemo(() => ({ selected, onSelect }), [selected, onSelect]);
  return (
    <Selection value={selection}>
      <div className="flow-canvas" data-ground="">
        <ReactFlow
          aria-label={label}
          nodes={drawn}
          edges={lines}
          nodeTypes={nodeTypes}
          fitView
          fitViewOptions={{ nodes: nodes.slice(0, firstShown), maxZoom: 1, minZoom: 0.5 }}
          minZoom={0.1}
          maxZoom={1.5}
          onlyRenderVisibleElements={nodes.length > mostDrawn}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          zoomOnScroll={false}
          zoomOnDoubleClick={false}
          preventScrolling={false}
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          zoomActivationKeyCode={null}
          panActivationKeyCode={null}
          proOptions={{ hideAttribution: true }}
        />
      </div>
      <ZoomButtons />
    </Selection>
  );
}

function ZoomButtons() {
  const { t } = useTranslation('runs');
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <div className="row">
      <button type="button" className="button" onClick={() => void zoomIn()}>
        {t('flow.zoom_in')}
      </button>
      <button type="button" className="button" onClick={() => void zoomOut()}>
        {t('flow.zoom_out')}
      </button>
      <button type="button" className="button" onClick={() => void fitView({ maxZoom: 1 })}>
        {t('flow.whole')}
      </button>
    </div>
  );
}

function drawNodes(nodes: readonly FlowNode[], edges: readonly FlowEdge[]): CanvasNode[] {
  const places = placeLayers(
    nodes.map(({ id }) => id),
    edges,
  );
  return nodes.map((node) => ({
    id: node.id,
    type: 'run',
    position: places.get(node.id) ?? { x: 0, y: 0 },
    ...nodeSize,
    data: { node },
    // The library's word for it is English; the button in it needs none.
    domAttributes: { 'aria-roledescription': undefined },
  }));
}

function drawEdges(edges: readonly FlowEdge[]): Edge[] {
  return edges.map(({ from, to, look }, index) => ({
    id: `${index}`,
    source: from,
    target: to,
    className: `flow-edge-${look}`,
    markerEnd: { type: MarkerType.Arrow, color: null },
    ariaRole: 'presentation',
    domAttributes: { 'aria-roledescription': undefined, 'aria-label': undefined, 'aria-hidden': true },
  }));
}

function RunNode({ data: { node }, positionAbsoluteX, positionAbsoluteY }: NodeProps<CanvasNode>) {
  const { selected, onSelect } = useContext(Selection);
  const { setCenter, getZoom } = useReactFlow();
  const { id, kind, name, state, look } = node;
  const shown = [...name].slice(0, longestName).join('');
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} aria-hidden="true" />
      <button
        type="button"
        className={`flow-node flow-node-${look} nopan`}
        data-node={id}
        aria-pressed={selected === id}
        onClick={() => onSelect(id)}
        onFocus={({ currentTarget }) => {
          // Only a keyboard moves the canvas: under a pointer the node must stay where it is pressed.
          if (!currentTarget.matches(':focus-visible')) return;
          const [x, y] = [positionAbsoluteX + nodeSize.width / 2, positionAbsoluteY + nodeSize.height / 2];
          void setCenter(x, y, { zoom: getZoom() });
        }}
      >
        <span className="flow-node-kind">{kind}</span>
        <span className="one-line">
          <UntrustedText text={shown === name ? name : `${shown}…`} inline />
        </span>
        <span className="flow-node-state">{state}</span>
      </button>
      <Handle type="source" position={Position.Bottom} isConnectable={false} aria-hidden="true" />
    </>
  );
}

const nodeTypes = { run: RunNode };
