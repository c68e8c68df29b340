const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/**
 * A file's size for people, in thousands as file managers count: `512 bytes`, `14 KB`, `1.5 MB`. Empty for an invalid
 * size.
 */
export function fileSizeLabel(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return '';
  let size = bytes;
  let unit = 0;
  // 999.6 KB would be written as 1000 KB.
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size.toFixed(unit >= 2 && size < 99.95 ? 1 : 0)} ${bytes === 1 ? 'byte' : UNITS[unit]}`;
}
