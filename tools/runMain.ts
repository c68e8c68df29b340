import { userInfo } from 'node:os';
import { reasonOf } from '@portico/server/errors';
import { otherCommand } from './operate/commandName.ts';

/** What is wrong with the arguments: exit code 2. */
export class ArgumentError extends Error {
  override name = 'ArgumentError';
}

/**
 * Runs `main` and sets the exit code that it returns. An error prints only its message and sets exit code 1, or 2 if it
 * is about the arguments.
 */
export async function runMain(main: () => number | Promise<number>): Promise<void> {
  try {
    assertNoEmptyArgument(process.argv.slice(2));
    process.exitCode = await main();
  } catch (error) {
    const isArgument =
      error instanceof ArgumentError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;
    process.stderr.write(`${sentencesFor(error)}\n`);
    process.exitCode = isArgument ? 2 : 1;
  }
}

/** What happened and, if that is known, what to do about it. */
function sentencesFor(error: unknown): string {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const message = (error as Error).message || reasonOf(error);
  const advice = adviceOn(code, path);
  return advice === undefined ? message : `${message.replace(/\.$/, '')}. ${advice}`;
}

function adviceOn(code: string, path: string | undefined): string | undefined {
  if (code === 'EACCES' || code === 'EPERM') return `This command runs as ${userInfo().username}.`;
  if (code === 'ENOENT' && path !== undefined) return `There is no file or folder ${path}.`;
  if (code === 'ENOSPC') return 'The disk is full: free up space on it, and run the command again.';
  // Undefined tables, schemas and columns.
  if (['42P01', '3F000', '42703'].includes(code))
    return `The database does not have the tables of this version. ${otherCommand('migrate')} creates them.`;
  if (/^(?:28...|3D000|ECONN\w+|ENOTFOUND|EAI_AGAIN|E\w+UNREACH|ETIMEDOUT)$/.test(code))
    return `To find out why, run ${otherCommand('doctor')}.`;
  return undefined;
}

/** The shell passes a variable that is not set as an empty argument. */
function assertNoEmptyArgument(args: string[]): void {
  const index = args.findIndex((argument) => argument === '' || /^--[a-z-]+=$/.test(argument));
  if (index === -1) return;
  const which = args[index] || (index === 0 ? 'The first argument' : `The argument after ${args[index - 1]}`);
  throw new ArgumentError(`${which} is empty. Is a variable in the command line not set in this shell?`);
}
