import type { HtmlTagDescriptor, Plugin } from 'vite';
import { bundleAlone } from './bundleAlone.ts';

const NAME = 'sign-in.js';

/**
 * Adds `entry` to sign-in.html as its only module. It is bundled separately, because a file that shares chunks with the
 * portal would load the portal. The page lists the portal's files in case it has to load the portal after all.
 */
export function signInScript(entry: string): Plugin {
  let isBuild = false;
  return {
    name: 'portico-sign-in-script',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    async buildStart() {
      if (isBuild) this.emitFile({ type: 'asset', name: NAME, source: await bundleAlone(entry, 'es') });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { filename, bundle }) {
        if (!filename.endsWith('/sign-in.html')) return [];
        if (!bundle) return tagsFor('/src/sign-in/signInPage.ts', '/src/main.tsx', []);
        const files = Object.values(bundle);
        const script = files.find((output) => output.type === 'asset' && output.names.includes(NAME));
        const portal = files.find((output) => output.type === 'chunk' && output.isEntry && output.name === 'portal');
        if (script === undefined || portal?.type !== 'chunk') throw new Error('sign-in.html names what was not built.');
        return tagsFor(`/${script.fileName}`, `/${portal.fileName}`, stylesOf(bundle, portal.fileName));
      },
    },
  };
}

type Bundle = NonNullable<Parameters<Extract<Plugin['generateBundle'], (...args: never[]) => unknown>>[1]>;

/** The style sheets of a file and of everything that it imports statically. */
function stylesOf(bundle: Bundle, file: string, seen = new Set<string>()): string[] {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || seen.has(file)) return [];
  seen.add(file);
  const imported = chunk.imports.flatMap((name) => stylesOf(bundle, name, seen));
  return [...imported, ...(chunk.viteMetadata?.importedCss ?? [])].map((name) =>
    name.startsWith('/') ? name : `/${name}`,
  );
}

const tagsFor = (script: string, portal: string, styles: string[]): HtmlTagDescriptor[] => [
  { tag: 'meta', injectTo: 'head', attrs: { name: 'portico-portal', content: [portal, ...styles].join(' ') } },
  { tag: 'script', injectTo: 'head', attrs: { type: 'module', crossorigin: true, src: script, nonce: '__NONCE__' } },
];
