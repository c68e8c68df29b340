import type { DocumentFormat } from '@portico/kinds/media';
import { startGuard } from '../process/startGuard.ts';
import { wholeStream } from '../process/wholeStream.ts';
import { UnreadableFile, type Reading, type ReadingFailure } from './reading.ts';

/** The output of the process, as JSON. */
export type ReadingOutcome = { reading: Reading } | { failure: ReadingFailure };

/** Reads the file on standard input, in a separate process: `node readingProcess.ts <format> <charset>`. */
const [format, charset = 'utf-8'] = process.argv.slice(2) as [DocumentFormat, string?];
await startGuard();
process.stdout.write(JSON.stringify(await outcome(await wholeStream(process.stdin))));

async function outcome(bytes: Buffer): Promise<ReadingOutcome> {
  try {
    return { reading: await read(bytes) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { failure: error.failure };
    if (error instanceof RangeError) return { failure: 'TooLarge' };
    // Any other error is caused by the file, because the process has no other input.
    return { failure: 'Damaged' };
  }
}

/** Imports only the reader for this format, because loading all of them takes longer than reading most files. */
async function read(bytes: Buffer): Promise<Reading> {
  const source = {
    size: bytes.length,
    read: async (start: number, length: number) => bytes.subarray(start, start + length),
  };
  switch (format) {
    case 'PDF':
      return await (await import('./pdf.ts')).readPdf(new Uint8Array(bytes));
    case 'DOCX':
      return await (await import('./docx.ts')).readDocx(source);
    case 'XLSX':
      return await (await import('./xlsx.ts')).readXlsx(source);
    case 'PPTX':
      return await (await import('./pptx.ts')).readPptx(source);
    case 'ODT':
      return await (await import('./odt.ts')).readOdt(source);
    case 'ODS':
      return await (await import('./ods.ts')).readOds(source);
    case 'ODP':
      return await (await import('./odp.ts')).readOdp(source);
    case 'RTF':
      return (await import('./rtf.ts')).readRtf(bytes);
    case 'CSV':
      return (await import('./plainFiles.ts')).readCsv(bytes, charset);
    case 'TXT':
    case 'VTT':
      return (await import('./plainFiles.ts')).readText(bytes, charset);
    default:
      return { pages: null, texts: [], preview: undefined };
  }
}
