import { DEFAULT_SETTINGS_FILE, settingsFiles } from './installation.mjs';

/** How people type a command: `portico backup` on a server, `npm run backup --` in a checkout. */
export const commandName = (name: string): string =>
  process.env['PORTICO_COMMAND'] === undefined ? `npm run ${name} --` : `portico ${name}`;

/** How to run another command on the same portal: with this one’s settings files, unless they are the usual one. */
export function otherCommand(name: string): string {
  if (process.env['PORTICO_COMMAND'] === undefined) return `npm run ${name}`;
  const files = settingsFiles(process.env);
  const others = files.join() === DEFAULT_SETTINGS_FILE ? [] : files;
  return ['portico', ...others.map((file) => `--settings ${file}`), name].join(' ');
}
