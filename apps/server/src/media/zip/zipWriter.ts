import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file in an archive; its content arrives in chunks. */
export interface ZipMember {
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
}

/** The earliest date that the format supports, so that archives with the same content have the same bytes. */
const FIXED_DATE = new Date(1980, 0, 1);

/**
 * A ZIP archive, written while its content arrives, with one chunk of it in memory at a time. Destroying it stops the
 * content; an error of the content destroys it.
 */
export function zipStream(members: Iterable<ZipMember>): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable;
  for (const { name, content } of members)
    zip.addReadStreamLazy(name, { mtime: FIXED_DATE, forceDosTimestamp: true }, (callback) => {
      const stream = Readable.from(content, { objectMode: false });
      stream.on('error', (error) => archive.destroy(error));
      archive.on('close', () => stream.destroy());
      callback(null, stream);
    });
  zip.on('error', (error: Error) => archive.destroy(error));
  zip.end();
  return archive;
}
