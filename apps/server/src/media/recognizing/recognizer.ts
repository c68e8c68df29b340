import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import type { Bitmap } from './pageBitmap.ts';

const require = createRequire(import.meta.url);

/** The part of Tesseract, compiled to WebAssembly, that we use. Its package has no types. */
interface Tesseract {
  FS: { writeFile(path: string, bytes: Uint8Array): void };
  TessBaseAPI: new () => {
    Init(folder: null, language: string, engine: number): number;
    SetVariable(name: string, value: string): void;
    /** Reads the file `/input`. Returns 1 for a file that it can't read. */
    SetImageFile(orientation: number, angle: number): number;
    Recognize(monitor: null): number;
    GetUTF8Text(): string;
  };
}

const LSTM_ONLY = 1;
/** Finds columns and blocks by itself. */
const AUTOMATIC_LAYOUT = '3';

/** Recognizes English text in pictures: gray ones, or the bytes of a PNG, JPEG or WebP file. */
export async function createRecognizer(): Promise<(picture: Bitmap | Uint8Array) => string> {
  const start = require('tesseract.js-core/tesseract-core-simd-lstm') as (options: object) => Promise<Tesseract>;
  const tesseract = await start({ print: () => {}, printErr: () => {} });
  const data = require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz');
  tesseract.FS.writeFile('eng.traineddata', gunzipSync(readFileSync(data)));
  const api = new tesseract.TessBaseAPI();
  if (api.Init(null, 'eng', LSTM_ONLY) !== 0) throw new Error('text recognition did not start');
  api.SetVariable('tessedit_pageseg_mode', AUTOMATIC_LAYOUT);
  return (picture) => {
    tesseract.FS.writeFile('/input', 'pixels' in picture ? portableGraymap(picture) : picture);
    if (api.SetImageFile(1, 0) === 1) return '';
    api.Recognize(null);
    return api.GetUTF8Text();
  };
}

/** The simplest picture format that Tesseract reads. */
function portableGraymap({ width, height, pixels }: Bitmap): Uint8Array {
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), pixels]);
}
