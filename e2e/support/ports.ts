const first = Number(process.env.PORTICO_E2E_PORT ?? 3900);

/** Ports of the portals that journeys run against; the identity provider of each listens one above. */
export const ports = { code: first, implicit: first + 10 } as const;
