// The browser and the server share these functions, so that neither rejects what the other accepts.

/** Characters that nobody sees or types, but that come with text from Word, PDF files and chats. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const BLANK = /\p{Zs}/gu;
/** Every dash that looks like a hyphen, and the minus sign. */
const DASH = /[\p{Pd}\u2212]/gu;

/** The text as people see it. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** The text as people see it, on whose ends no blanks are left; all blanks become plain spaces. */
export const removeInvisible = (text: string): string => withoutInvisible(text).replace(BLANK, ' ').trim();

/**
 * A number, date, phone number, email address or code as the keyboard would have it, while it is being typed: without
 * invisible characters, with simple digits, hyphens, parentheses and blanks. Each character stays one character.
 */
export const asTyped = (text: string): string =>
  withoutInvisible(text)
    .replace(DASH, '-')
    .replace(/[\p{Zs}\t]/gu, ' ')
    .replace(/[\p{Nd}\uff0b\uff08\uff09]/gu, (sign) => sign.normalize('NFKC'));

/**
 * A number, date, phone number, email address or code as it was meant: like `removeInvisible`, with every dash as the
 * hyphen of the keyboard.
 */
export const cleanCharacters = (text: string): string => removeInvisible(text).replace(DASH, '-');

/** Whether anything in the text can be seen. A task of nothing but zero-width characters could not be opened. */
export const hasVisibleText = (text: string): boolean => /[^\p{Cc}\p{Cf}\p{Z}]/u.test(text);
