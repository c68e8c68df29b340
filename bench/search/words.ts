import type { Random } from '../stage/random.ts';

const SUBJECTS = [
  'The annual review',
  'Your branch office',
  'Every new account',
  'The custodian',
  'A change of beneficiary',
  'The quarterly statement',
  'The model portfolio',
  'Our service desk',
  'The transfer form',
  'The client file',
  'The rollover',
  'The fee schedule',
];
const VERBS = [
  'now asks for',
  'no longer needs',
  'will show',
  'depends on',
  'replaces',
  'is settled before',
  'must name',
  'brings',
  'follows',
  'starts with',
  'keeps a record of',
  'is checked against',
];
const OBJECTS = [
  'the risk questionnaire',
  'a second signature',
  'the suitability note',
  'the new tax tables',
  'the trade date',
  'an updated address',
  'the household summary',
  'last year’s contribution limit',
  'the bond ladder',
  'the call with the client',
  'the supervision log',
  'the required distribution',
];
const ENDINGS = [
  'from the first of the month',
  'for accounts above 250,000 dollars',
  'in all states',
  'unless the client has opted out',
  'before the end of the quarter',
  'as agreed with the custodian',
  'and nothing else changes',
  'within five business days',
  'for assistants as well as advisors',
  'at no cost to the client',
];

/** One sentence of some 90 characters. */
export function sentence(random: Random): string {
  return `${random.one(SUBJECTS)} ${random.one(VERBS)} ${random.one(OBJECTS)} ${random.one(ENDINGS)}.`;
}

/** Four to six sentences. */
export function paragraph(random: Random): string {
  return Array.from({ length: 4 + Math.floor(random.next() * 3) }, () => sentence(random)).join(' ');
}

/** A headline of some 45 characters. */
export function title(random: Random): string {
  return `${random.one(SUBJECTS)} ${random.one(VERBS)} ${random.one(OBJECTS)}`;
}
