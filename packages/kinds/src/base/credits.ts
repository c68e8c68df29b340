// Plain values: pages that need them load no schemas.

export const MAX_CREDIT_LINES = 20;
export const MAX_CREDIT_NAME = 100;
/** Characters of hours such as 100.25. */
export const MAX_HOURS_LENGTH = 6;

/**
 * What credits are for, such as Insurance CE in NC about ethics. The state and the subject are empty if the program has
 * none.
 */
export interface CreditTopic {
  program: string;
  state: string;
  subject: string;
}

/** Hours for a topic. In drafts, everything may be unfinished. */
export interface CreditLine extends CreditTopic {
  hours: string;
}

/** Hours as people write them: decimals are kept as text, because binary numbers cannot represent 0.1. */
const HOURS = /^(?=.*[1-9])\d{1,3}(?:\.\d{1,2})?$/;
/** Whether this is a number of hours above 0 with at most two decimals. */
export const isHours = (text: string): boolean => HOURS.test(text);

/** Programs, states and subjects are the same whatever their case. */
const topicKey = ({ program, state, subject }: CreditTopic): string =>
  JSON.stringify([program, state, subject].map((text) => text.trim().toLowerCase()));

/** Whether the lines can be published: each has a program and hours, and no topic is there twice. */
export const areCreditsComplete = (lines: readonly CreditLine[]): boolean =>
  lines.every(({ program, hours }) => program.trim() !== '' && isHours(hours.trim())) &&
  new Set(lines.map(topicKey)).size === lines.length;

/** "Insurance CE (NC): Ethics" */
export const topicLabel = ({ program, state, subject }: CreditTopic): string =>
  `${program}${state === '' ? '' : ` (${state})`}${subject === '' ? '' : `: ${subject}`}`;
