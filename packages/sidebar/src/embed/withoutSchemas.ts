/**
 * Replaces the schema library in the bundle for foreign pages. The contracts build schemas when they load, but the
 * sidebar validates nothing, and the library stores its settings in a global that belongs to the host's page. Every
 * property and call returns this same object.
 */
export const z: unknown = new Proxy(() => undefined, { get: () => z, apply: () => z });
