import { defineConfig } from 'vite';
import { programs } from './src/locations.ts';

/**
 * The server for production: few large files instead of 1,500 small ones, which a start would find, read and link one
 * by one (docs/decisions/0165-the-server-is-bundled.md). Names and line breaks are kept, so that the log can be read.
 */
export default defineConfig({
  ssr: {
    noExternal: true,
    // They load native code and files beside their own.
    external: ['sharp', 'unpdf', 'pg-native'],
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
      // All in one folder: they find each other and other folders by their own address (src/locations.ts).
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
