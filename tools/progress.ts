/** Says below the running step what it is at; may be called often. */
export type Tell = (detail: string) => void;

const DETAIL_INTERVAL_MS = 2000;

/**
 * Runs one step of a command and reports it: while it runs, what it is at; then one line with its time. A step returns
 * what its line should add, if anything. In a terminal the line is rewritten, elsewhere details come every other
 * second.
 */
export async function runStep(title: string, work: (tell: Tell) => Promise<string | void>): Promise<void> {
  const { isTTY, columns = 80 } = process.stdout;
  const begun = performance.now();
  let toldAt = begun;
  const tell: Tell = (detail) => {
    if (isTTY) {
      process.stdout.write(`\r\u001B[2K  … ${title}: ${detail}`.slice(0, columns + 4));
    } else if (performance.now() - toldAt > DETAIL_INTERVAL_MS) {
      toldAt = performance.now();
      process.stdout.write(`  … ${title}: ${detail}\n`);
    }
  };
  if (isTTY) process.stdout.write(`  … ${title}`);
  const finish = (mark: string, note: string) => {
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    process.stdout.write(
      `${isTTY ? '\r\u001B[2K' : ''}  ${mark} ${title.padEnd(22)} ${`${seconds} s`.padStart(7)}${note && `   ${note}`}\n`,
    );
  };
  try {
    const note = await work(tell);
    finish('✓', note ?? '');
  } catch (error) {
    finish('✗', '');
    throw error;
  }
}
