// Plain values: pages that need them load no schemas.

/** The number of a certificate, which leads back to the record, such as `12AB-34CD-56EF-7890`. */
export const CERTIFICATE_NUMBER = /^[0-9A-F]{4}(?:-[0-9A-F]{4}){3}$/;

/** A number as somebody typed it, in its usual form; undefined if it can't be one. */
export function certificateNumberOf(typed: string): string | undefined {
  const digits = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  const number = digits.replaceAll(/(.{4})(?=.)/g, '$1-');
  return CERTIFICATE_NUMBER.test(number) ? number : undefined;
}
