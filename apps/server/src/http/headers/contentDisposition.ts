/** Characters that Windows rejects in file names. */
const NOT_ON_DISK = /[<>:"|?*]/g;

/**
 * Whether a browser displays or saves a file, and its name: in ASCII for old browsers, complete for all others, with
 * `_` in place of what file systems reject. No character of the name can end the parameter. Source: RFC 6266, RFC 8187.
 */
export function contentDisposition(type: 'inline' | 'attachment', shownName: string): string {
  const fileName = shownName.replaceAll(NOT_ON_DISK, '_');
  const plain = fileName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]|["\\%]/g, '_');
  const full = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${plain}"; filename*=UTF-8''${full}`;
}
