const first = Number(process.env.PORTICO_E2E_PORT ?? 3900);

/** Ports of the journeys' portals and related services. A portal's identity provider listens on the next port. */
export const ports = {
  code: first,
  /** Shows the email of the first portal. */
  mailbox: first + 3,
  implicit: first + 10,
  plainHost: first + 20,
  frameworkHost: first + 21,
  unlistedHost: first + 22,
  virusScanner: first + 23,
  killed: first + 30,
} as const;

/** Origins of the applications that show the sidebar of the first portal. */
export const hosts = {
  plain: `http://localhost:${ports.plainHost}`,
  framework: `http://localhost:${ports.frameworkHost}`,
} as const;

/** Responds with 200 once the portal on that port is ready. */
export const readyAddress = (port: number) => `http://localhost:${port}/readyz`;
