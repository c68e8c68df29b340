import { posix } from 'node:path';

/** A workspace as found on disk: `folder` from the root (`packages/ui`), `name` as in its package.json. */
export interface Workspace {
  folder: string;
  name: string;
}

/**
 * Which other workspaces each one may import, by folder. A workspace that is not listed gets the default of its kind.
 */
const DIRECTIONS: Record<string, string[]> = {
  'packages/ui': [],
  'packages/kinds': ['packages/ui'],
  'packages/contracts': ['packages/kinds'],
  'packages/client': ['packages/contracts'],
  'packages/authoring': ['packages/contracts', 'packages/kinds'],
  'packages/sidebar': ['packages/contracts', 'packages/kinds', 'packages/client', 'packages/ui'],
  'packages/testing': ['packages/contracts', 'packages/kinds', 'packages/client'],
  'dev/identity': ['packages/contracts', 'dev/pages'],
  'dev/mailbox': ['dev/pages'],
  'apps/server': ['packages/contracts', 'packages/kinds', 'packages/authoring'],
};

/** Features that combine others; only they may import other features. */
const COMPOSERS = new Set(['home', 'search', 'widgets', 'feeds', 'studio']);

/** An app in the house: it may import everything in its workspace, and only the table of routes may import it. */
const STUDIO = 'apps/web/src/studio/';

/** Files at the top of `src` that compose the features; plumbing and features must not import them. */
const COMPOSITION_ROOT = /^src\/(?:main|app|routes|jobs)\.tsx?$/;

/**
 * Texts are data: one folder holds those of the portal and of the packages that bundle theirs. Source:
 * docs/decisions/0050.
 */
const TEXTS = /^apps\/web\/public\/locales\/\w+\/\w+\.json$/;

/** Tests, stories, and the helpers for them in a workspace's own `src/testPortal.ts` or `testing` folders. */
const TEST_FILE =
  /\.(?:test|stories)\.tsx?$|\.spec\.ts$|^apps\/\w+\/src\/testPortal\.tsx?$|^(?:apps|packages)\/\w+\/src\/(?:features\/[\w-]+\/|studio\/)?testing\/|^dev\/\w+\/testing\//;

/**
 * Returns why the file `from` (a path from the root) must not import `specifier`, or undefined when it may. The zones
 * follow from the folders: a workspace, inside it `src/features/<word>`, any other folder of `src` (plumbing), and the
 * files at the top of `src`, which compose the features.
 */
export function importViolation(workspaces: Workspace[], from: string, specifier: string): string | undefined {
  const own = workspaces.find((workspace) => isInside(from, workspace.folder));
  if (own === undefined) return undefined;
  if (specifier.startsWith('.')) {
    const target = posix.normalize(posix.join(posix.dirname(from), specifier));
    if (own.folder.startsWith('packages/') && TEXTS.test(target)) return undefined;
    if (!isInside(target, own.folder)) return `enter another workspace by its package name, not by "${specifier}"`;
    if (own.folder === 'packages/kinds' && !TEST_FILE.test(from)) return kindsViolation(from, target);
    return featureViolation(from, from.slice(own.folder.length + 1), target.slice(own.folder.length + 1));
  }
  const hasOnlySchemas =
    !TEST_FILE.test(from) &&
    (own.folder === 'packages/contracts' || (own.folder === 'packages/kinds' && partOfKinds(from) !== 'view'));
  const other = workspaces.find(
    (workspace) => specifier === workspace.name || specifier.startsWith(`${workspace.name}/`),
  );
  if (other !== undefined) {
    if (specifier.startsWith('@portico/kinds/page/') && own.folder !== 'apps/web')
      return `${own.folder} may not import how packages/kinds draws pages`;
    if (hasOnlySchemas && own.folder === 'packages/kinds')
      return `a ${partOfKinds(from)} of packages/kinds may not import ${other.folder}`;
    if (other === own || mayUse(own.folder, other.folder, TEST_FILE.test(from))) return undefined;
    return `${own.folder} may not import ${other.folder}`;
  }
  if (hasOnlySchemas && !/^zod(?:\/|$)/.test(specifier)) {
    return `${own.folder} may import only zod here, not "${specifier}"`;
  }
  return undefined;
}

/** What a file of `packages/kinds` is part of: shapes are for everyone, forms for the studio, views for pages. */
function partOfKinds(path: string): 'shape' | 'form' | 'view' {
  if (/\/src\/page\/|\/src\/components\/[^/]+\/(?!shape\.|form\.)/.test(path)) return 'view';
  return /\/src\/(?:properties\/|(?:component|item)Forms\.|(?:components|items)\/[^/]+\/form\.|items\/sharedForm\.)/.test(
    path,
  )
    ? 'form'
    : 'shape';
}

function kindsViolation(from: string, target: string): string | undefined {
  const [own, other] = [partOfKinds(from), partOfKinds(target)];
  return other === 'shape' || other === own ? undefined : `a ${own} of packages/kinds may not import a ${other}`;
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

function mayUse(folder: string, other: string, isTest: boolean): boolean {
  if (isTest && (other === 'packages/testing' || other.startsWith('dev/'))) return true;
  const listed = DIRECTIONS[folder];
  if (listed !== undefined) return listed.includes(other);
  if (folder.startsWith('packages/') || folder.startsWith('dev/')) return other === 'packages/contracts';
  if (folder.startsWith('apps/')) return other.startsWith('packages/') && other !== 'packages/testing';
  // The benchmarks of co-writing run the sessions of browsers.
  return !other.startsWith('apps/') || other === 'apps/server' || (folder === 'bench' && other === 'apps/web');
}

/** Paths are relative to the workspace's folder, except `file`, which is relative to the root. */
function featureViolation(file: string, from: string, to: string): string | undefined {
  const fromFeature = featureOf(from);
  const toFeature = featureOf(to);
  const target = file.slice(0, -from.length) + to;
  if (file.startsWith(STUDIO)) {
    return COMPOSITION_ROOT.test(to) && !TEST_FILE.test(file)
      ? `${to} puts the pages together; the studio may not import it`
      : undefined;
  }
  if (target.startsWith(STUDIO) && from !== 'src/routes.tsx' && !TEST_FILE.test(file)) {
    return 'only src/routes.tsx may import the studio';
  }
  const isPlumbing = fromFeature === undefined && /^src\/[^/]+\//.test(from) && !TEST_FILE.test(file);
  if (toFeature !== undefined) {
    if (isPlumbing) return `plumbing (${from.split('/')[1]}) may not import the feature ${toFeature}`;
    if (fromFeature === undefined || fromFeature === toFeature || COMPOSERS.has(fromFeature)) return undefined;
    return `the feature ${fromFeature} may not import the feature ${toFeature}`;
  }
  if (COMPOSITION_ROOT.test(to) && !TEST_FILE.test(file) && (fromFeature !== undefined || isPlumbing)) {
    return `${to} puts the features together; ${fromFeature ?? from.split('/')[1]} may not import it`;
  }
  return undefined;
}

function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1];
}
