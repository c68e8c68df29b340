import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { importViolation, type Workspace } from './importZones.ts';

/**
 * The parts of oxlint's plugin interface (the same as ESLint's) that this rule uses. oxlint runs in the folder `cwd`.
 */
interface RuleContext {
  cwd: string;
  filename: string;
  report(finding: { node: object; message: string }): void;
}

/** A node that names a module: an import, a re-export, `import()` or a type import. Local exports have no source. */
interface Importing {
  source: { type: string; value?: unknown } | null;
}

/** Every workspace under `root`: the folders that contain a package.json with a name. */
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

/**
 * `portico/zones`: imports (static, dynamic, type-only, re-exports) follow only the directions in docs/architecture.md.
 */
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
