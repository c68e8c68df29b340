import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { stylesForShadowTree } from './build/stylesForShadowTree.ts';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * The sidebar for foreign pages: a single ES module with everything in it, and its source map. Contract:
 * docs/sidebar.md.
 */
export default defineConfig({
  plugins: [react(), stylesForShadowTree()],
  resolve: {
    // Selects modules that touch nothing outside the sidebar's own tree; see the imports of packages/ui.
    conditions: ['embedded', 'module', 'browser', 'production'],
    alias: { 'zod/mini': pathOf('src/embed/withoutSchemas.ts') },
  },
  build: {
    target: 'baseline-widely-available',
    outDir: pathOf('../../apps/web/dist/sidebar'),
    emptyOutDir: true,
    cssCodeSplit: false,
    sourcemap: 'hidden',
    modulePreload: { polyfill: false },
    // Not built in Vite's library mode, which would not minify whitespace.
    rolldownOptions: {
      input: pathOf('src/embed/mountSidebar.ts'),
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'portico-sidebar.js', codeSplitting: false },
    },
  },
});
