import { defineConfig } from 'vite';
import { programs } from './src/locations.ts';

/**
 * Builds the server for production: a few large files instead of 1,500 small ones, which a start would find, read and
 * link one by one (docs/decisions/0165-the-server-is-bundled.md). Names and line breaks are preserved, so that stack
 * traces in the log are readable.
 */
export default defineConfig({
  ssr: {
    noExternal: true,
    // These packages load native code and files next to their own.
    external: ['sharp', 'pdfjs-dist', 'pg-native'],
  },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        serve: 'src/serve.ts',
        migrate: 'src/migrate.ts',
        doctor: 'src/doctor.ts',
        ...Object.fromEntries(Object.entries(programs).map(([name, source]) => [name, `src/${source}`])),
      },
      // All in one folder: files find each other and other folders by their own location (src/locations.ts).
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
