import type { FastifyReply } from 'fastify';
import { fileFormats } from '@portico/kinds/fileFormats';
import { contentDisposition } from '../http/headers/contentDisposition.ts';
import type { Cell } from './cell.ts';
import { streamCsv } from './streamCsv.ts';
import { streamXlsx } from './streamXlsx.ts';

/** A table to download, whose rows are read while they are sent. `name` is that of the file, without extension. */
interface Spreadsheet {
  name: string;
  sheetName: string;
  header: string[];
  chunks: AsyncIterable<Cell[][]>;
}

export function sendSpreadsheet(
  reply: FastifyReply,
  format: 'csv' | 'xlsx',
  { name, sheetName, header, chunks }: Spreadsheet,
): FastifyReply {
  const fileName = `${name.replaceAll(/[\\/:*?"<>|\p{C}]/gu, '_')}.${format}`;
  void reply.headers({
    'cache-control': 'no-store',
    'content-disposition': contentDisposition('attachment', fileName),
    'content-type': format === 'csv' ? `${fileFormats.CSV.mediaType}; charset=utf-8` : fileFormats.XLSX.mediaType,
  });
  return reply.send(format === 'csv' ? streamCsv(withHeader(header, chunks)) : streamXlsx(sheetName, header, chunks));
}

async function* withHeader(header: string[], chunks: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[][]> {
  yield [header];
  yield* chunks;
}
