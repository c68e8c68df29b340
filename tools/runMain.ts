/**
 * Runs `main` and sets the exit code that it returns. An error prints only its message and sets exit code 1, or 2 if it
 * is about the arguments (`parseArgs`).
 */
export async function runMain(main: () => number | Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    const isArgument = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = isArgument ? 2 : 1;
  }
}
