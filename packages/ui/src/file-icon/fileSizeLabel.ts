const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/**
 * A file size for people, in powers of 1000 as in file managers: `512 bytes`, `14 KB`, `1.5 MB`. Empty for an invalid
 * size.
 */
export function fileSizeLabel(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return '';
  let size = bytes;
  let unit = 0;
  // Otherwise 999.6 KB would be shown as 1000 KB.
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size.toFixed(unit >= 2 && size < 99.95 ? 1 : 0)} ${bytes === 1 ? 'byte' : UNITS[unit]}`;
}
