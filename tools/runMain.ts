/**
 * Ends the process with the exit code that `main` returns. An error is written as one sentence and ends it with 1, or
 * with 2 if it is about the arguments (`parseArgs`).
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
