import type { Plugin } from 'vite';
import { bundleAlone } from './bundleAlone.ts';

const NAME = 'first.js';

/**
 * Adds `entry` to these pages as the first, blocking script: it must run before the first paint and before any other
 * code of ours, which module scripts can't guarantee.
 */
export function firstScript(entry: string, pages: readonly string[]): Plugin {
  let isBuild = false;
  return {
    name: 'portico-first-script',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    async buildStart() {
      if (isBuild) this.emitFile({ type: 'asset', name: NAME, source: await bundleAlone(entry, 'iife') });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { filename, bundle: files }) {
        if (!pages.some((page) => filename.endsWith(`/${page}`))) return [];
        if (!files)
          return [{ tag: 'script', attrs: { type: 'module', src: '/src/first.ts' }, injectTo: 'head-prepend' }];
        const file = Object.values(files).find((output) => output.type === 'asset' && output.names.includes(NAME));
        if (!file) throw new Error(`${NAME} was not built.`);
        return [{ tag: 'script', attrs: { src: `/${file.fileName}`, nonce: '__NONCE__' }, injectTo: 'head-prepend' }];
      },
    },
  };
}
