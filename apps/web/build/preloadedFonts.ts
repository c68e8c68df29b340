import type { Plugin } from 'vite';

/**
 * Lets the browser fetch these font files (named without hash and extension) together with the page instead of after
 * its styles.
 */
export function preloadedFonts(names: string[]): Plugin {
  return {
    name: 'portico-preloaded-fonts',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { filename, bundle }) {
        if (!bundle || !filename.endsWith('index.html')) return [];
        return names.map((name) => {
          const file = Object.values(bundle).find(
            (output) => output.type === 'asset' && output.names.some((own) => own.startsWith(name)),
          );
          if (!file) throw new Error(`The font ${name} is not part of the build.`);
          return {
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file.fileName}`, crossorigin: true },
          };
        });
      },
    },
  };
}
