/*
 * Before any schema is used: our content security policy allows no code made from text. Set where zod looks for it, so that
 * pages which check nothing don't fetch zod.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
