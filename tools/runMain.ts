import { userInfo } from 'node:os';

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
    const { code, message } = error as NodeJS.ErrnoException;
    const isArgument = error instanceof ArgumentError || code?.startsWith('ERR_PARSE_ARGS') === true;
    const isDenied = code === 'EACCES' || code === 'EPERM';
    process.stderr.write(`${message}${isDenied ? `. This command runs as ${userInfo().username}.` : ''}\n`);
    process.exitCode = isArgument ? 2 : 1;
  }
}

/** The shell passes a variable that is not set as an empty argument. */
function assertNoEmptyArgument(args: string[]): void {
  const index = args.findIndex((argument) => argument === '' || /^--[a-z-]+=$/.test(argument));
  if (index === -1) return;
  const which = args[index] || (index === 0 ? 'The first argument' : `The argument after ${args[index - 1]}`);
  throw new ArgumentError(`${which} is empty. Is a variable in the command line not set in this shell?`);
}
