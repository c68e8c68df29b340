import { describe, expect, test } from 'vitest';
import { isPicture, pictureOfDataUrl } from './uploads.ts';

describe('a picture in a data URL', () => {
  test('becomes a file with its type and bytes [STUDIO-023]', async () => {
    const file = pictureOfDataUrl(`data:image/png;base64,${btoa('bytes')}`)!;
    expect([file.type, await file.text()]).toEqual(['image/png', 'bytes']);
    expect(isPicture(file)).toBe(true);
  });

  test.each([
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/png,raw',
    'data:image/png;base64,%%%',
    'https://example.com/a.png',
    'file:///C:/a.png',
  ])('is not read from %s', (address) => {
    expect(pictureOfDataUrl(address)).toBeUndefined();
  });
});
