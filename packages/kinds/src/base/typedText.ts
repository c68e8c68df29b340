// The browser and the server share these functions, so that both accept the same texts.

/** Characters that nobody sees or types, but that text copied from Word, PDF files and chats contains. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const BLANK = /\p{Zs}/gu;
/** Every dash that looks like a hyphen, and the minus sign. */
const DASH = /[\p{Pd}\u2212]/gu;

/** The text as people see it. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** The text as people see it, trimmed; all blanks become plain spaces. */
export const cleanText = (text: string): string => withoutInvisible(text).replace(BLANK, ' ').trim();

/**
 * A number, date, phone number, email address or code while it is being typed: without invisible characters, and with
 * the digits, hyphens, parentheses and spaces of a keyboard. Each visible character remains one character.
 */
export const cleanCodeWhileTyping = (text: string): string =>
  withoutInvisible(text)
    .replace(DASH, '-')
    .replace(/[\p{Zs}\t]/gu, ' ')
    .replace(/[\p{Nd}\uff0b\uff08\uff09]/gu, (sign) => sign.normalize('NFKC'));

/**
 * A finished number, date, phone number, email address or code: like `cleanText`, and every dash becomes a
 * hyphen.
 */
export const cleanCode = (text: string): string => cleanText(text).replace(DASH, '-');

/** Whether the text has a visible character. A task whose title has none could not be opened. */
export const hasVisibleText = (text: string): boolean =>
  /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(text);
