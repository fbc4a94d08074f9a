import type { ImportGraph } from '../../../infra/imports/import-graph.ts';
import { getWorkspace, type Workspaces } from '../../../infra/imports/resolve-specifier.ts';

/** Sources that users install; test sources may import the dependencies of the root. */
const installed = /^(packages|apps)\/[^/]+\/(src|bin)\//;
const test = /\.test\.tsx?$|\/(testing|contract|vendor-cases|least-privilege)\//;

/** Returns the imports of packages that the importing workspace does not declare, because an installation would lack them. */
export function undeclaredImports(
  graph: ImportGraph,
  workspaces: Workspaces,
): { from: string; packageName: string }[] {
  return [...graph].flatMap(([from, targets]) => {
    const [folder, manifest] = getWorkspace(from, workspaces);
    if (!manifest || !installed.test(from) || test.test(from)) return [];
    const { dependencies, peerDependencies, optionalDependencies } = manifest;
    const declared = { ...dependencies, ...peerDependencies, ...optionalDependencies };
    const names = targets
      .filter((target) => !target.startsWith(`${folder}/`))
      .map((target) => getPackage(target, workspaces));
    return [...new Set(names)]
      .filter((name) => name !== undefined && !(name in declared))
      .map((name) => ({ from, packageName: String(name) }));
  });
}

function getPackage(target: string, workspaces: Workspaces): string | undefined {
  return /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(target)?.[1] ?? getWorkspace(target, workspaces)[1]?.name;
}
