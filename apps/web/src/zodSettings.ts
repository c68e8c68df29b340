/*
 * Must run before any schema: our content security policy forbids code created from text. Set where zod looks for it,
 * so that pages without schemas don't load zod.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
