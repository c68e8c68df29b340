import { brotliCompressSync } from 'node:zlib';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

/** What a browser has to load before it can show a page. Sizes are in bytes as sent (Brotli). */
export interface FirstLoad {
  page: string;
  scriptBytes: number;
  styleBytes: number;
  files: string[];
}

/** One entry of Vite's manifest, by source file. Source: Vite, "Backend integration". */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const dist = join(root, 'apps/web/dist');

/** Maximum script size of the page that redirects to the identity provider. */
export const SIGN_IN_SCRIPT_LIMIT = 20_000;

/**
 * Limits of the dashboard's first load. It was 131,268 bytes of script and 6 files in November 2026, and up to 220
 * bytes more or less, because file names have other hashes. A kilobyte of it keeps open pages true after a process was
 * killed.
 */
export const FIRST_LOAD_SCRIPT_LIMIT = 131_700;
export const FIRST_LOAD_FILE_LIMIT = 8;

/**
 * Maximum size of scripts and styles to open an item in the studio. It was 323,228 bytes in November 2026; the goal is
 * 350 KB.
 */
export const STUDIO_FIRST_LOAD_LIMIT = 325_000;

/** Modules that only authors need: the studio, and the shapes and forms of content. */
const STUDIO_MODULES =
  /(?:node_modules\/zod\/|prosemirror|htmlparser2|node_modules\/marked|packages\/authoring\/|web\/src\/studio\/|kinds\/src\/(?:properties\/|items\/|items\.|itemForms\.|base\/(?:itemFields|fieldSchemas)\.|componentForms\.|components\/[^/]+\/(?:form|shape)\.|components\.generated\.|content\.))/;

/** Modules of the studio that readers would load with a page. */
export function studioModulesIn({ files }: FirstLoad): string[] {
  const modules = readModules();
  return files.flatMap((file) => (modules[file] ?? []).filter((module) => STUDIO_MODULES.test(module)));
}

/** Measures pages of the built front end, each given by its source file below apps/web. */
export function measureFirstLoad(pages: Record<string, string>): FirstLoad[] {
  const manifest = readManifest();
  const modules = readModules();
  // A page that shares its file with others has no manifest entry.
  const chunkOf = (source: string) =>
    manifest[source] ?? Object.values(manifest).find(({ file }) => modules[file]?.includes(`apps/web/${source}`));
  const inPage = filesNamedIn('index.html');
  return Object.entries(pages).map(([page, source]) => {
    const files = new Set(inPage);
    const visited = new Set<string>();
    const visit = (name: string) => {
      const chunk = chunkOf(name);
      if (!chunk) throw new Error(`${name} is not part of the build.`);
      if (visited.has(name)) return;
      visited.add(name);
      for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
      chunk.imports?.forEach(visit);
    };
    ['index.html', source].forEach(visit);
    return weigh(page, [...files]);
  });
}

/** The entry page, which its own code imports for its paths. */
const ENTRY = 'index.html';

/** Built files that import each other, directly or not: what one of them calls while it loads may not exist yet. */
export function filesInCycles(): string[] {
  const manifest = readManifest();
  const importsOf = (name: string) => (manifest[name]?.imports ?? []).filter((imported) => imported !== ENTRY);
  const reaches = (from: string, name: string, visited = new Set<string>()): boolean =>
    importsOf(from).some((imported) => {
      if (imported === name) return true;
      if (visited.has(imported)) return false;
      visited.add(imported);
      return reaches(imported, name, visited);
    });
  return Object.keys(manifest).flatMap((name) => (reaches(name, name) ? [manifest[name]!.file] : []));
}

const readManifest = () => JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** The source files in each built file, relative to the root. */
const readModules = () =>
  JSON.parse(readFileSync(join(dist, '.vite/modules.json'), 'utf8')) as Record<string, string[]>;

/** Measures what a browser without a session loads before it leaves for the identity provider. */
export const measureSignIn = (): FirstLoad => weigh('sign-in', filesNamedIn('sign-in.html'));

function filesNamedIn(page: string): string[] {
  // The server sends the preloads of one page only.
  const html = readFileSync(join(dist, page), 'utf8').replaceAll(/<link [^>]*data-page=[^>]*>/g, '');
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file);
  return [...new Set(named)];
}

function weigh(page: string, files: string[]): FirstLoad {
  const total = (ending: string) =>
    files.filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + sentBytes(file), 0);
  return { page, scriptBytes: total('.js'), styleBytes: total('.css'), files };
}

/** Small files have no compressed copy: the server sends them as they are. */
function sentBytes(file: string): number {
  const path = join(dist, file);
  if (existsSync(`${path}.br`)) return statSync(`${path}.br`).size;
  const plain = readFileSync(path);
  return Math.min(plain.length, brotliCompressSync(plain).length);
}
