import { startGuard } from '../process/startGuard.ts';
import { wholeStream } from '../process/wholeStream.ts';
import { openPdf } from '../reading/pdf/engine.ts';
import { storedTexts } from '../reading/reading.ts';
import { pageBitmap } from './pageBitmap.ts';
import { createRecognizer } from './recognizer.ts';

/** CPU time after which no further page is begun; the guard ends the process after a minute. */
const MAX_CPU_MS = 35_000;
/** Pixels of one picture of a PDF. */
const MAX_PICTURE_PIXELS = 40_000_000;

/**
 * Recognizes text in the file on standard input, in a separate process: `node recognizingProcess.ts <format> <first
 * page>`. Writes a line of JSON for each page, `{ page, text }`, and `{ isDone: true }` after the last one.
 */
const [format, first = '1'] = process.argv.slice(2);
await startGuard();
const bytes = await wholeStream(process.stdin);
const recognize = await createRecognizer();
const write = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`);

if (format === 'PDF') {
  const document = await openPdf(new Uint8Array(bytes), { maxImageSize: MAX_PICTURE_PIXELS });
  let number = Number(first);
  for (; number <= document.numPages && cpuMs() < MAX_CPU_MS; number += 1) {
    const page = await document.getPage(number);
    const bitmap = await pageBitmap(page).catch(() => undefined);
    page.cleanup();
    write({ page: number, text: bitmap ? plain(recognize(bitmap)) : '' });
  }
  if (number > document.numPages) write({ isDone: true });
} else {
  write({ page: 1, text: plain(recognize(new Uint8Array(bytes))) });
  write({ isDone: true });
}

function plain(text: string): string {
  return storedTexts([text])[0]?.text ?? '';
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
