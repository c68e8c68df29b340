import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Pixels of a page that is recognized: a letter at 300 dots per inch has 8.4 million. */
const MAX_PIXELS = 12_000_000;
const MIN_SCALE = 150 / 72;
const MAX_SCALE = 400 / 72;

/** A gray picture: a byte per pixel, 0 is black. */
export interface Bitmap {
  width: number;
  height: number;
  pixels: Uint8Array;
}

type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

/** A picture as pdf.js decodes it. Kinds are 1 bit gray, RGB and RGBA. */
interface Picture {
  width: number;
  height: number;
  kind?: number;
  data: Uint8Array;
}

interface PlacedPicture {
  picture: Picture;
  /** From the unit square to the page. */
  matrix: Matrix;
  /** Only its black pixels are drawn. */
  isMask: boolean;
}

const GRAY_1_BIT = 1;
const RGB = 2;

/** The first transformation applied after the second. */
function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** The pictures of a page as they are placed on it, or undefined without any. The page's text is left out. */
export async function pageBitmap(page: PDFPageProxy): Promise<Bitmap | undefined> {
  const pictures = await placedPictures(page);
  if (pictures.length === 0) return undefined;
  const [left, bottom, right, top] = page.view as [number, number, number, number];
  const native = Math.max(...pictures.map(({ picture, matrix: [a, b] }) => picture.width / Math.hypot(a, b)));
  const largest = Math.sqrt(MAX_PIXELS / Math.max(1, (right - left) * (top - bottom)));
  const scale = Math.min(Math.max(native, MIN_SCALE), MAX_SCALE, largest);
  const viewport = page.getViewport({ scale });
  const [width, height] = [Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height))];
  const bitmap = { width, height, pixels: new Uint8Array(width * height).fill(255) };
  for (const placed of pictures) draw(bitmap, placed, multiply(viewport.transform as Matrix, placed.matrix));
  return bitmap;
}

async function placedPictures(page: PDFPageProxy): Promise<PlacedPicture[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const pictures: PlacedPicture[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  const saved: Matrix[] = [];
  for (const [index, operator] of fnArray.entries()) {
    const args: unknown[] = argsArray[index] ?? [];
    switch (operator) {
      case OPS.save:
        saved.push(matrix);
        break;
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        matrix = saved.pop() ?? matrix;
        break;
      case OPS.transform:
        matrix = multiply(matrix, Array.from(args as number[]) as Matrix);
        break;
      case OPS.paintFormXObjectBegin:
        saved.push(matrix);
        if (args[0]) matrix = multiply(matrix, Array.from(args[0] as number[]) as Matrix);
        break;
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject: {
        const picture = await decoded(page, args[0]);
        if (picture) pictures.push({ picture, matrix, isMask: operator === OPS.paintImageMaskXObject });
        break;
      }
      default:
    }
  }
  return pictures;
}

/** A picture by its id, or one that is in the list itself; its data too can be an id. */
async function decoded(page: PDFPageProxy, given: unknown): Promise<Picture | undefined> {
  const picture = (typeof given === 'string' ? await objectOf(page, given) : given) as
    | (Omit<Picture, 'data'> & { data: Picture['data'] | string })
    | null;
  if (!picture) return undefined;
  const data =
    typeof picture.data === 'string' ? ((await objectOf(page, picture.data)) as Picture | null)?.data : picture.data;
  return data ? { ...picture, data } : undefined;
}

const objectOf = (page: PDFPageProxy, id: string): Promise<unknown> =>
  new Promise((resolve) => (id.startsWith('g_') ? page.commonObjs : page.objs).get(id, resolve));

function draw(bitmap: Bitmap, { picture, isMask }: PlacedPicture, [a, b, c, d, e, f]: Matrix): void {
  const determinant = a * d - b * c;
  if (determinant === 0) return;
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  const [firstX, endX] = [Math.max(0, Math.floor(Math.min(...xs))), Math.min(bitmap.width, Math.ceil(Math.max(...xs)))];
  const [firstY, endY] = [
    Math.max(0, Math.floor(Math.min(...ys))),
    Math.min(bitmap.height, Math.ceil(Math.max(...ys))),
  ];
  const grayAt = grayOf(picture, isMask);
  for (let y = firstY; y < endY; y += 1) {
    for (let x = firstX; x < endX; x += 1) {
      const [right, down] = [x + 0.5 - e, y + 0.5 - f];
      const u = (d * right - c * down) / determinant;
      const v = (a * down - b * right) / determinant;
      if (u < 0 || u >= 1 || v <= 0 || v > 1) continue;
      const gray = grayAt(Math.floor(u * picture.width), Math.floor((1 - v) * picture.height));
      if (!isMask || gray === 0) bitmap.pixels[y * bitmap.width + x] = gray;
    }
  }
}

function grayOf({ kind, width, data }: Picture, isMask: boolean): (column: number, row: number) => number {
  if (isMask || kind === GRAY_1_BIT) {
    const rowBytes = (width + 7) >> 3;
    return (column, row) => ((data[row * rowBytes + (column >> 3)]! >> (7 - (column & 7))) & 1) * 255;
  }
  const step = kind === RGB ? 3 : 4;
  return (column, row) => {
    const at = (row * width + column) * step;
    return (data[at]! * 77 + data[at + 1]! * 150 + data[at + 2]! * 29) >> 8;
  };
}
