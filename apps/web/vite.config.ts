import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildManifests } from './build/buildManifests.ts';
import { chunkGroups } from './build/chunkGroups.ts';
import { compressedFiles } from './build/compressedFiles.ts';
import { firstScript } from './build/firstScript.ts';
import { layerOrder } from './build/layerOrder.ts';
import { leanContracts } from './build/leanContracts.ts';
import { modulesOfFiles } from './build/modulesOfFiles.ts';
import { pagePreloads } from './build/pagePreloads.ts';
import { pdfFiles } from './build/pdfFiles.ts';
import { preloadedFonts } from './build/preloadedFonts.ts';
import { signInScript } from './build/signInScript.ts';
import { trustedAnnouncer } from './build/trustedAnnouncer.ts';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  appType: 'mpa',
  plugins: [
    react(),
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    firstScript(pathOf('src/first.ts'), ['index.html', 'sign-in.html']),
    signInScript(pathOf('src/sign-in/signInPage.ts')),
    preloadedFonts(['source-sans-3-latin-wght-normal', 'newsreader-latin-500-normal']),
    pagePreloads(pathOf('src/routes.tsx')),
    layerOrder(),
    leanContracts(),
    trustedAnnouncer(),
    pdfFiles(),
    buildManifests(pathOf('src/routes.tsx')),
    modulesOfFiles(),
    compressedFiles(),
  ],
  // The server inserts a fresh nonce into every page it sends.
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { portal: pathOf('index.html'), signIn: pathOf('sign-in.html'), silent: pathOf('silent.html') },
      output: {
        // The first load names all other files, and their hashes do not compress; fewer letters are not allowed.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { includeDependenciesRecursively: false, groups: chunkGroups },
      },
    },
  },
});
