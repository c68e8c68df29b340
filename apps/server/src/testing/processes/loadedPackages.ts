/* Prints which packages a server loads before it listens, for tests. */
import { registerHooks } from 'node:module';

const packages = new Set<string>();
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const name = /.*\/node_modules\/(@[^/]+\/[^/]+|[^/]+)\//.exec(resolved.url)?.[1];
    if (name !== undefined) packages.add(name);
    return resolved;
  },
});

const { loadConfig } = await import('../../config.ts');
const { serve } = await import('../../serve.ts');
const server = await serve(loadConfig(process.env), {
  webRoot: process.env['WEB_ROOT']!,
  readPage: async () => '<!doctype html>',
});
process.stdout.write(`packages ${JSON.stringify([...packages])}\n`);
await server.close();
