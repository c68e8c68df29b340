import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';

/** A page of the route table with what it loads first. */
export interface PagePart {
  /** As in the route table, with `$name` for an id. */
  path: string;
  /** Source files, relative to the route table. */
  sources: string[];
  /** Names of text bundles. */
  texts: string[];
}

const ROUTE = /\n {4}path: '(?<path>[^']+)',\n(?<rest>(?: {4}.*\n)+?) {2}\}/g;
const PAGE = /\n? {4}page: (?:withTexts\(\s*\[(?<texts>[^\]]*)\],\s*)?\(\) => import\('(?<source>[^']+)'\)/;

/** The pages for readers in the source of the route table that have a literal path and code of their own. */
export function pagePartsIn(routes: string): PagePart[] {
  return [...routes.matchAll(ROUTE)].flatMap(({ groups }) => {
    const { path = '', rest = '' } = groups ?? {};
    const page = PAGE.exec(rest)?.groups;
    if (!page || path.startsWith('/studio')) return [];
    const texts = [...(page['texts'] ?? '').matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
    return [
      {
        path,
        sources: [page['source']!, ...(rest.includes('prepare: prepared(') ? ['./preparations.ts'] : [])],
        texts,
      },
    ];
  });
}

/**
 * Lets the browser fetch the code, styles and texts of a page together with the code that every page needs, instead of
 * after it has run. The server sends only the links whose `data-page` is the path of the page.
 */
export function pagePreloads(routesFile: string): Plugin {
  return {
    name: 'portico-page-preloads',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { filename, bundle }) {
        if (!bundle || !filename.endsWith('index.html')) return [];
        const parts = pagePartsIn(readFileSync(routesFile, 'utf8'));
        if (parts.length === 0) throw new Error(`${routesFile} has no pages in the form that the build knows.`);
        const isChunk = (output: Rollup.OutputAsset | Rollup.OutputChunk) => output.type === 'chunk';
        const chunks = Object.values(bundle).filter(isChunk);
        const known = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((entry) => filesOf(entry, bundle)));
        return parts.flatMap(({ path, sources, texts }) => {
          const files = sources.flatMap((source) => {
            const id = join(dirname(routesFile), source);
            const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(id));
            if (!chunk) throw new Error(`${source} is not part of the build.`);
            return filesOf(chunk, bundle);
          });
          return [...new Set(files)]
            .filter((file) => !known.has(file))
            .map((file) => linkTo(path, file))
            .concat(texts.map((name) => textsLink(path, name)));
        });
      },
    },
  };
}

/** A chunk's file, its styles, and those of all chunks that it imports. */
function filesOf(chunk: Rollup.OutputChunk, bundle: Rollup.OutputBundle, seen = new Set<string>()): string[] {
  if (seen.has(chunk.fileName)) return [];
  seen.add(chunk.fileName);
  const imported = chunk.imports.map((name) => bundle[name]).filter((output) => output?.type === 'chunk');
  return [
    chunk.fileName,
    ...(chunk.viteMetadata?.importedCss ?? []),
    ...imported.flatMap((each) => filesOf(each, bundle, seen)),
  ];
}

const tag = (path: string, attrs: HtmlTagDescriptor['attrs']): HtmlTagDescriptor => ({
  tag: 'link',
  injectTo: 'head',
  attrs: { ...attrs, 'data-page': path },
});

const linkTo = (path: string, file: string): HtmlTagDescriptor =>
  file.endsWith('.css')
    ? tag(path, { rel: 'preload', as: 'style', crossorigin: true, href: `/${file}` })
    : tag(path, { rel: 'modulepreload', crossorigin: true, href: `/${file}` });

const textsLink = (path: string, name: string): HtmlTagDescriptor =>
  tag(path, { rel: 'preload', as: 'fetch', crossorigin: true, href: `/locales/en/${name}.json` });
