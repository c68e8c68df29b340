import { cleanCodeWhileTyping } from '@portico/kinds/typedText';

/** Kinds of personal data that content must not contain. */
const kinds = ['SocialSecurityNumber', 'CardNumber', 'AccountNumber'] as const;
export type PersonalDataKind = (typeof kinds)[number];

export const isPersonalData = (code: string): code is PersonalDataKind => kinds.some((kind) => kind === code);

/**
 * With hyphens or blanks, the same in both places, and not part of a longer number. Written with blanks, it must not be
 * part of a row of numbers either.
 */
const SSN = /(?<!\d-?)(\d{3})( ?- ?|(?<!\d \d{3}) )(\d{2})\2(\d{4})(?!-?\d)(?!(?<=\d{3} \d{2} \d{4}) \d)/g;
const CARD = /(?<!\d)(?:\d[ -]?){12,18}\d(?!\d)/g;
const ACCOUNT = /(?<![\w-])(?:account|acct\.?|routing|aba)(?:\s*(?:number|no\.?))?[\s:#.]+(\d[\d-]{6,16}\d)(?![\w-])/gi;

/**
 * The first piece of personal data of each kind in a text, whatever hyphens, blanks and invisible characters a word
 * processor put between its digits.
 */
export function findPersonalData(written: string): Array<{ kind: PersonalDataKind; found: string }> {
  const text = cleanCodeWhileTyping(written);
  const ssn = [...text.matchAll(SSN)].find(([, area, , group, serial]) =>
    isSocialSecurityNumber(area!, group!, serial!),
  );
  const card = [...text.matchAll(CARD)].find(([digits]) => isCardNumber(digits.replaceAll(/[ -]/g, '')));
  const account = [...text.matchAll(ACCOUNT)].find(([, digits]) => isAccountNumber(digits!.replaceAll('-', '')));
  return [
    ...(ssn ? [{ kind: 'SocialSecurityNumber' as const, found: ssn[0] }] : []),
    ...(card ? [{ kind: 'CardNumber' as const, found: card[0] }] : []),
    ...(account ? [{ kind: 'AccountNumber' as const, found: account[1]! }] : []),
  ];
}

/** Whether a number could have been issued. Source: Social Security Administration, numbers never assigned. */
function isSocialSecurityNumber(area: string, group: string, serial: string): boolean {
  return area !== '000' && area !== '666' && area < '900' && group !== '00' && serial !== '0000';
}

/** Mastercard also issues numbers from 2221 00 to 2720 99, always of 16 digits. */
const MASTERCARD_2 = /^2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}$/;

/** Card numbers have 13 to 19 digits, one of a few first digits, and a check digit. Source: ISO/IEC 7812-1, Luhn. */
function isCardNumber(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19 || !(/^[3-6]/.test(digits) || MASTERCARD_2.test(digits))) return false;
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** A nine-digit number must have a valid routing number check digit; other account numbers have none. Source: ABA. */
function isAccountNumber(digits: string): boolean {
  if (digits.length !== 9) return digits.length >= 8;
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0) % 10 === 0;
}
