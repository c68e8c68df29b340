/*
 * Must run before any schema is created, because our content security policy forbids code generated from strings. Sets
 * zod's global configuration directly, so that pages without schemas don't load zod.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
