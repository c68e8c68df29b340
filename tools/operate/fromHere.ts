import { resolve } from 'node:path';

/** npm and `portico` run commands in the project's folder, but people mean the folder they are in. */
export const fromHere = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path);
