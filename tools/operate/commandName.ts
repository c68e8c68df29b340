/** How people type a command: `portico backup` on a server, `npm run backup --` in a checkout. */
export const commandName = (name: string): string =>
  process.env['PORTICO_COMMAND'] === undefined ? `npm run ${name} --` : `portico ${name}`;
