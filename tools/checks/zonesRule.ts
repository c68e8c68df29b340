import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { importViolation, type Workspace } from './importZones.ts';

/** What this rule uses of oxlint's plugin interface, which is ESLint's. `cwd` is the folder that oxlint runs in. */
interface RuleContext {
  cwd: string;
  filename: string;
  report(finding: { node: object; message: string }): void;
}

/** Any node that names a module: an import, a re-export, `import()`, a type import. Local exports have no source. */
interface Importing {
  source: { type: string; value?: unknown } | null;
}

/** Every workspace under `root`, found by the folders that hold a package.json with a name. */
function findWorkspaces(root: string): Workspace[] {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name))
    .flatMap(({ name }) => [name, ...readdirSync(join(root, name)).map((child) => `${name}/${child}`)]);
  return folders
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => {
      const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { name: string };
      return { folder, name: manifest.name };
    });
}

const workspacesByRoot = new Map<string, Workspace[]>();

function workspacesOf(root: string): Workspace[] {
  const known = workspacesByRoot.get(root) ?? findWorkspaces(root);
  workspacesByRoot.set(root, known);
  return known;
}

/** `portico/zones`: imports (static, dynamic, type-only, re-exports) point only the way docs/architecture.md says. */
export default {
  meta: { name: 'portico' },
  rules: {
    zones: {
      meta: { type: 'problem' },
      create(context: RuleContext) {
        const from = relative(context.cwd, context.filename).split(sep).join('/');
        const workspaces = workspacesOf(context.cwd);
        const check = ({ source }: Importing): void => {
          if (source === null || source.type !== 'Literal' || typeof source.value !== 'string') return;
          const message = importViolation(workspaces, from, source.value);
          if (message !== undefined) context.report({ node: source, message });
        };
        return {
          ImportDeclaration: check,
          ExportNamedDeclaration: check,
          ExportAllDeclaration: check,
          ImportExpression: check,
          TSImportType: check,
        };
      },
    },
  },
};
