const first = Number(process.env.PORTICO_E2E_PORT ?? 3900);

/** Ports of the portals that journeys use, whose identity providers listen one above, and of what they work with. */
export const ports = {
  code: first,
  implicit: first + 10,
  plainHost: first + 20,
  frameworkHost: first + 21,
  unlistedHost: first + 22,
  virusScanner: first + 23,
} as const;

/** Origins of the applications that show the sidebar of the first portal. */
export const hosts = {
  plain: `http://localhost:${ports.plainHost}`,
  framework: `http://localhost:${ports.frameworkHost}`,
} as const;

/** Answers 200 once the portal on that port can serve. */
export const readyAddress = (port: number) => `http://localhost:${port}/readyz`;
