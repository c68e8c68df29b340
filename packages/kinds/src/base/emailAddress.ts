import { cleanCode } from './typedText.ts';

export const MAX_EMAIL = 254;

/** Source: RFC 5322, section 3.2.3, with the letters that RFC 6531 adds. */
const ATEXT = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\x60{|}~-]`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
/** Runs in linear time: parts are separated by characters that they cannot contain. Source: TRUST D7. */
const EMAIL = new RegExp(String.raw`^(?=[^@]{1,64}@)${ATEXT}+(?:\.${ATEXT}+)*@(?:${LABEL}\.)+(?!\d+$)${LABEL}$`, 'u');

/**
 * Whether a text is one plain email address: no name, no list, no quotes, no comments, and a domain of several labels.
 * Everything that stores addresses or sends to them asks this. Source: RFC 5322, section 3.4.1.
 */
export const isEmailAddress = (text: string | null): text is string =>
  text !== null && text.length <= MAX_EMAIL && EMAIL.test(text) && cleanCode(text) === text;

/** Encodes the address, so that it can't add a header to the message, such as a copy to someone else. */
export const mailtoHref = (address: string): string => `mailto:${address.split('@').map(encodeURIComponent).join('@')}`;

/** The address that someone typed or pasted, or undefined if it is not one. */
export function readEmailAddress(typed: string): string | undefined {
  const address = cleanCode(typed);
  return isEmailAddress(address) ? address : undefined;
}
