/** The result of one check, for people. */
export interface Finding {
  /** What was checked, in a word or two. */
  check: string;
  status: 'OK' | 'warning' | 'problem';
  /** A sentence, without secrets. */
  what: string;
  /** What to do about it; absent if all is well. */
  advice?: string;
}

export type Notes = ReturnType<typeof notesOn>;

/** With one period at the end, whatever the reason in it ends with. */
function asSentence(text: string): string {
  let words = text.trim();
  while (words.endsWith('.')) words = words.slice(0, -1);
  return /[?!…]$/.test(words) ? words : `${words}.`;
}

/** Collects the findings about one subject. */
export function notesOn(check: string) {
  const findings: Finding[] = [];
  return {
    findings,
    ok: (what: string) => void findings.push({ check, status: 'OK', what: asSentence(what) }),
    warn: (what: string, advice: string) =>
      void findings.push({ check, status: 'warning', what: asSentence(what), advice }),
    fail: (what: string, advice: string) =>
      void findings.push({ check, status: 'problem', what: asSentence(what), advice }),
  };
}

/** Fresh tokens can be off by half a minute; with a larger difference of the clocks they are rejected. */
const MAX_DIFFERENCE_MS = 30_000;
const SUSPICIOUS_DIFFERENCE_MS = 5000;

/** `theirs` is the other clock, read between two instants of ours; it may be in whole seconds only. */
export function compareClocks(notes: Notes, whose: string, theirs: Date, asked: number, answered: number): void {
  const tooEarly = asked - theirs.getTime() - 1000;
  const tooLate = theirs.getTime() - answered;
  const difference = Math.max(tooEarly, tooLate, 0);
  const sentence = `The clock of ${whose} differs from this machine’s by ${Math.round(difference / 1000)} s.`;
  const advice = 'Synchronize both clocks with NTP (`timedatectl status`); tokens tolerate half a minute.';
  if (difference > MAX_DIFFERENCE_MS) notes.fail(sentence, advice);
  else if (difference > SUSPICIOUS_DIFFERENCE_MS) notes.warn(sentence, advice);
  else notes.ok(`The clock of ${whose} agrees with this machine’s.`);
}

export const codeOf = (error: unknown): unknown => {
  const { code, errors, cause } = Object(error) as { code?: unknown; errors?: unknown[]; cause?: unknown };
  return code ?? (errors ? codeOf(errors[0]) : cause === undefined ? undefined : codeOf(cause));
};

const NETWORK_ADVICE: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens there: start it, or correct the address and the port.',
  ENOTFOUND: 'No such name: correct the host, or the name server that this machine uses.',
  EAI_AGAIN: 'This machine’s name server isn’t responding: check /etc/resolv.conf.',
  ETIMEDOUT: 'No response: check the firewall between this machine and that one.',
  EHOSTUNREACH: 'No route: check the network between this machine and that one.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'Its certificate is from an authority that this machine does not trust: add the authority to NODE_EXTRA_CA_CERTS.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is self-signed: add it to NODE_EXTRA_CA_CERTS.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The server does not send the intermediate certificates: configure it to send the full chain.',
  CERT_HAS_EXPIRED: 'Its certificate has expired: renew it.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another host: get one for this host, or correct the address.',
};

export const networkAdvice = (error: unknown, otherwise: string): string =>
  NETWORK_ADVICE[String(codeOf(error))] ?? otherwise;
