/** Reports the current detail of a running step. Cheap enough to call often. */
export type OnProgress = (detail: string) => void;

const DETAIL_INTERVAL_MS = 2000;

/**
 * Runs one step of a command and shows its progress, then prints one line with its time and the note that `work`
 * returns, if any. A terminal line is rewritten in place; other output gets a line with details every two seconds.
 */
export async function runStep(title: string, work: (onProgress: OnProgress) => Promise<string | void>): Promise<void> {
  const { isTTY, columns = 80 } = process.stdout;
  const begun = performance.now();
  let reportedAt = begun;
  const onProgress: OnProgress = (detail) => {
    if (isTTY) {
      process.stdout.write(`\r\u001B[2K  … ${title}: ${detail}`.slice(0, columns + 4));
    } else if (performance.now() - reportedAt > DETAIL_INTERVAL_MS) {
      reportedAt = performance.now();
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
    const note = await work(onProgress);
    finish('✓', note ?? '');
  } catch (error) {
    finish('✗', '');
    throw error;
  }
}
