import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StorybookConfig } from '@storybook/react-vite';
import type { Plugin } from 'vite';
import { root } from '../root.ts';
import { storyMedia } from './media.ts';

/** Declares the order of the cascade layers at the top of every style sheet, so that load order does not matter. */
const layerOrder: Plugin = {
  name: 'portico-story-layers',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const styles = readFileSync(join(root, 'packages/ui/src/styles/styles.css'), 'utf8');
      const order = /@layer [\w, ]+;/.exec(styles)?.[0] ?? '';
      for (const output of Object.values(bundle)) {
        if (output.type === 'asset' && output.fileName.endsWith('.css')) output.source = order + String(output.source);
      }
    },
  },
};

/** Serves the stories' pictures and videos during development; tools/stories.ts does it for the built gallery. */
const media: Plugin = {
  name: 'portico-story-media',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const file = storyMedia(request.url ?? '');
      if (file) response.setHeader('content-type', file.type).end(file.body);
      else next();
    });
  },
};

/** The gallery of components. Source: docs/decisions/0080. */
const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['ui', 'kinds'].map((name) => ({
    directory: `../../packages/${name}/src`,
    files: '**/*.stories.@(ts|tsx)',
    titlePrefix: name === 'ui' ? 'UI' : 'Content',
  })),
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: false },
  // These write HTML into the page of a story, where the portal's policy requires Trusted Types.
  features: {
    actions: false,
    backgrounds: false,
    changeDetection: false,
    controls: false,
    highlight: false,
    interactions: false,
    measure: false,
    menuOnboardingChecklist: false,
    outline: false,
    sidebarOnboardingChecklist: false,
  },
  viteFinal: (vite) => ({
    ...vite,
    plugins: [...(vite.plugins ?? []), layerOrder, media],
    build: { ...vite.build, assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
  }),
};

export default config;
